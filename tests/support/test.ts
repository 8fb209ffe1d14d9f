import {
  type Browser,
  type BrowserContext,
  test as base,
  type TestDetails,
  type TestInfo,
} from '@playwright/test';
import { type FamiliarPages, noFamiliarPages } from './browser/familiar-pages.ts';
import { asOurRequests, browserPath, carefulContext, endRelays, quietly } from './browser/launch.ts';
import type { Decision } from './browser/login-page.ts';
import { visit } from './browser/visit.ts';
import type { Visit } from './browser/walk.ts';
import { type Granted, yieldsCode } from './interface/answers.ts';
import type { Receiver } from './interface/callbacks.ts';
import {
  acceptedCodeRequest,
  acceptsTokenEndpoint,
  bothSpellings,
  type CodeRequest,
} from './interface/code-parameters.ts';
import { guestAuthorization, passwordGrant } from './interface/grants.ts';
import { control, ENOUGH } from './judging/judge.ts';
import { endSending, type Ledger, openLedger, stop } from './judging/ledger.ts';
import {
  concludeOutside,
  concluding,
  coveredBy,
  failIfBroken,
  furtherBy,
  handOver,
  offered,
  settleUnmet,
  skipFor,
} from './judging/lifecycle.ts';
import { needMeans, offers } from './needs.ts';
import { closeGate } from './secrets/mask-messages.ts';
import { readSettings } from './settings.ts';
import { type Subject, subjectsOf } from './subjects.ts';
import { type Client, type Target, type TargetKind, targetOf } from './target.ts';
import { endRecordings } from './wire/effects.ts';
import { basic } from './wire/headers.ts';
import { type Answer, type Fields, type RequestContext, sentFields } from './wire/http.ts';
import { requestContext } from './wire/request-context.ts';
import { type Kept, keep } from './worker-state.ts';

export { covers, deep, further, partsOf } from './covers.ts';
export { expect } from './judging/expect.ts';
export {
  control,
  establish,
  judge,
  judgeBodies,
  lacksData,
  observe,
  observeReading,
} from './judging/judge.ts';
export { codeOf, concerns, heard, isRefused, redirectOf } from './judging/matchers.ts';
export { asked } from './judging/sentence.ts';
export { basic, bearer } from './wire/headers.ts';

/** No check waits for more callbacks than this. */
const MOST_CALLBACKS = 8;

interface Fixtures {
  /** The deployment that this check judges; if absent, the one that the environment describes. */
  subject: Subject | undefined;
  /** What the checks of this target share within this worker. */
  kept: Kept;
  /** The ledger of the check; every test has one. */
  ledger: Ledger;
  /** The deployment under test. */
  target: Target;
  identity: RequestContext;
  collaboration: RequestContext;
  /** Sends the Basic credentials of the account unless a request sets its own authorization. */
  telephony: RequestContext;

  client: Client;
  otherClient: Client;
  redirect_uri: string;
  user: { readonly username: string; readonly password: string };
  account: { readonly sid: string; readonly token: string };
  /**
   * The sid of the nth live call, counted from 1. A call holds five recordings, so no two files of checks may share
   * one, but for those of the callbacks, which run one after the other.
   */
  liveCall: (nth: number) => string;

  /** Receives the callbacks of the deployment. There is one port, so all checks that use it run in one worker. */
  receiver: Receiver;
  /** How long after a recording's end a callback may take, in milliseconds. */
  callbackWaitMs: number;

  /** Tokens of the test user, granted once per worker: for reading only, not for refreshing or revoking. */
  tokens: Granted;
  /** Tokens of the test user, granted for this check only. */
  freshSession: Granted;
  /**
   * The authorization that a guest login needs at this deployment: none, or an access token (COL-074 leaves this
   * open).
   */
  guest: string | null;

  /**
   * The parameters of every authorization request besides its client and redirect URI, in the spellings of grant_type
   * that this deployment accepts (IDN-021 leaves this open).
   */
  codeRequest: CodeRequest;
  /** Sends an authorization request as a logged-in user who accepts; returns the final answer. */
  authorize: (query: Fields, rawQuery?: string) => Promise<Answer>;
  /** The same, if the browser has been through some pages before. */
  authorizeAfter: (familiar: FamiliarPages) => Fixtures['authorize'];
  /** A code that has not been exchanged yet. */
  newCode: () => Promise<string>;
  /**
   * The form that exchanges a code, without the code itself. It includes token_endpoint unless this deployment refuses
   * that (IDN-072 leaves this open).
   */
  exchange: Client & {
    readonly grant_type: string;
    readonly redirect_uri: string;
    readonly token_endpoint?: string;
  };
  /**
   * Opens a browser without a session. The returned function sends authorization requests from it, as a user who logs
   * in with their own name and password unless others are given.
   */
  newBrowser: () => Promise<
    (query: Fields, decision: Decision, given?: Partial<Fixtures['user']>) => Promise<Visit>
  >;
}

/** Options that a configuration sets for all checks. */
export interface WorkerOptions {
  /** Whether a check fails in Playwright's own reports because of what it recorded. Verdicts do not depend on it. */
  reddens: boolean;
}

interface WorkerFixtures extends WorkerOptions {
  /** What this worker keeps for a target, until a check of another one begins. */
  keptOf: (subject: Subject | undefined) => Promise<Kept>;
  /** The browser of this worker, launched when a check first asks for it. */
  chromium: (target: Target) => Promise<Browser>;
}

/** The body of a check; only the fixtures that it names are set up. */
type Body = (fixtures: Fixtures & WorkerFixtures) => void | Promise<void>;

const check = base.extend<Fixtures, WorkerFixtures>({
  // They would store what is typed into a login page on disk, unmasked. They are not options, so nothing can turn
  // them on.
  trace: ['off', { scope: 'worker' }],
  screenshot: ['off', { scope: 'worker' }],
  video: ['off', { scope: 'worker' }],
  reddens: [true, { scope: 'worker', option: true }],
  keptOf: [
    async ({}, use) => {
      let current: { readonly name: string | undefined; readonly kept: Kept } | undefined;
      closeGate(() => current?.kept.mask);
      await use(async (subject) => {
        if (current !== undefined && current.name === subject?.name) return current.kept;
        await current?.kept.close();
        current = undefined;
        const settings = subject?.settings ?? process.env;
        const kind = (process.env['CONFORMANCE_TARGET'] ?? 'mock') as TargetKind;
        const kept = keep(targetOf(kind, readSettings(settings)), settings, subject?.breaks);
        current = { name: subject?.name, kept };
        return kept;
      });
      await current?.kept.close();
    },
    { scope: 'worker' },
  ],
  chromium: [
    async ({ playwright }, use) => {
      let browser: Promise<Browser> | undefined;
      const launch = async (target: Target) => {
        const { args, ...proxy } = await asOurRequests(target);
        const executablePath = browserPath(target.login.browser) ?? '';
        return playwright.chromium.launch({ executablePath, args: [...quietly, ...args], ...proxy });
      };
      await use(async (target) => {
        // One that has crashed must not break the checks to come.
        if ((await browser?.catch(() => undefined))?.isConnected() === false) browser = undefined;
        return (browser ??= launch(target));
      });
      await (await browser)?.close();
      await endRelays();
    },
    { scope: 'worker' },
  ],

  ledger: [
    async ({ target, kept, reddens }, use, testInfo) => {
      const { mask, sought } = kept;
      testInfo.skip(sought?.size === 0, ENOUGH);
      const ledger = openLedger(testInfo, coveredBy(testInfo), mask, {
        further: furtherBy(testInfo),
        sought,
      });
      const unmet = settleUnmet(ledger, target);
      if (unmet !== undefined) {
        handOver(ledger, testInfo);
        testInfo.skip(true, unmet);
      }
      await use(ledger);
      await endSending(ledger);
      concludeOutside(ledger, testInfo);
      handOver(ledger, testInfo);
      if (reddens) failIfBroken(ledger, testInfo);
      else if (testInfo.errors.length > 0) testInfo.fail();
    },
    { auto: true },
  ],
  subject: [undefined, { option: true }],
  // Not before a test runs: when tests are only listed, nothing describes a target.
  kept: async ({ keptOf, subject }, use) => use(await keptOf(subject)),
  target: async ({ kept }, use) => use(kept.target),
  identity: async ({ target }, use) => use(requestContext(target, 'identity')),
  collaboration: async ({ target }, use) => use(requestContext(target, 'collaboration')),
  telephony: async ({ target, ledger }, use) => {
    const credential = target.account && basic(target.account.sid, target.account.token);
    const telephony = requestContext(target, 'telephony', credential);
    await use(telephony);
    await endRecordings(target, ledger, telephony);
  },

  client: async ({ target }, use) => {
    const { client_id, client_secret } = offered(target.client, 'client');
    await use({ client_id, client_secret });
  },
  otherClient: async ({ target }, use) => use(offered(target.otherClient, 'other-client')),
  redirect_uri: async ({ target }, use) => use(offered(target.client, 'client').redirect_uri),
  user: async ({ target }, use) => use(offered(target.user, 'user')),
  account: async ({ target }, use) => use(offered(target.account, 'account')),
  liveCall: async ({ target, ledger }, use, testInfo) => {
    const lacks = (nth: number) =>
      skipFor(ledger, testInfo, 'call', `needs ${nth} live calls (TARGET_CALL_SIDS)`);
    await use((nth) => target.callSids[nth - 1] ?? lacks(nth));
  },
  receiver: async ({ kept }, use, testInfo) => {
    const closed = (error: NodeJS.ErrnoException) =>
      stop(testInfo, `the suite cannot listen on TARGET_CALLBACK_PORT: ${error.code ?? error.message}`);
    await use(await kept.receiver().catch(closed));
  },
  callbackWaitMs: async ({ target }, use, testInfo) => {
    const { waitMs } = offered(target.callback, 'callback');
    // A check waits for several callbacks and has to report each one that did not come.
    testInfo.setTimeout(testInfo.timeout + MOST_CALLBACKS * waitMs);
    await use(waitMs);
  },

  tokens: async ({ kept, identity, client, user }, use) => {
    await use(await kept.tokens(() => passwordGrant(identity, client, user)));
  },
  freshSession: async ({ kept, identity, client, user }, use) => {
    await use(await kept.session(() => passwordGrant(identity, client, user)));
  },
  guest: async ({ kept, target, collaboration, identity }, use) => {
    await use(await kept.guest(() => guestAuthorization(target, collaboration, identity)));
  },

  codeRequest: async ({ kept, target, identity, client: { client_id }, redirect_uri }, use) => {
    const find = () => acceptedCodeRequest(identity, { client_id, redirect_uri });
    await use(target.kind === 'mock' ? bothSpellings : await kept.codeRequest(find));
  },
  authorizeAfter: async ({ kept, target, identity, chromium, ledger }, use, testInfo) => {
    skipWithoutLogin(target, ledger, testInfo);
    await use((familiar) => async (query, rawQuery) => {
      const rest = new URLSearchParams(sentFields(query)).toString();
      const path = `/oauth2/authorize?${rest}${rawQuery === undefined ? '' : `&${rawQuery}`}`;
      if (target.kind === 'mock') return identity.get(path);
      const url = target.urls.identity + path;
      const redirectUri = query['redirect_uri'] ?? '';
      const browser = await kept.loggedIn(chromium);
      return (await visit(browser, target, { url, redirectUri, decision: 'accept' }, familiar)).answer;
    });
  },
  // Each check that judges authorization goes through the pages in the browser at least once.
  authorize: async ({ authorizeAfter }, use) => use(authorizeAfter(noFamiliarPages())),
  newCode: async ({ authorizeAfter, kept, client, redirect_uri, codeRequest }, use) => {
    const query = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const authorize = authorizeAfter(kept.familiar);
    await use(() => kept.code(() => control(authorize(query), yieldsCode, 'IDN-003')));
  },
  exchange: async ({ kept, target, identity, client, redirect_uri }, use) => {
    const token_endpoint = `${target.urls.identity}/oauth2/access_token`;
    const form = { grant_type: 'authorization_code', ...client, redirect_uri };
    const find = () => acceptsTokenEndpoint(identity, form, token_endpoint);
    const isAccepted = target.kind === 'mock' || (await kept.acceptsTokenEndpoint(find));
    await use({ ...form, ...(isAccepted && { token_endpoint }) });
  },
  newBrowser: async ({ target, chromium, ledger }, use, testInfo) => {
    skipWithoutLogin(target, ledger, testInfo);
    const contexts: BrowserContext[] = [];
    // Each check that judges a login goes through its pages in the browser at least once.
    const familiar = noFamiliarPages();
    await use(async () => {
      const context = await carefulContext(await chromium(target), target);
      contexts.push(context);
      return (query, decision, given) => {
        const { user } = target;
        const giving = user && given ? { ...target, user: { ...user, ...given } } : target;
        const url = `${target.urls.identity}/oauth2/authorize?${new URLSearchParams(sentFields(query)).toString()}`;
        const redirectUri = query['redirect_uri'] ?? '';
        const request = { url, redirectUri, decision, readsConsent: true, isOther: given !== undefined };
        return visit(context, giving, request, familiar);
      };
    });
    for (const context of contexts) await context.close();
  },
});

/**
 * Skips a check that needs a login to judge `further` rows: their needs do not mention it, since other checks judge
 * them without a login.
 */
function skipWithoutLogin(target: Target, ledger: Ledger, testInfo: TestInfo): void {
  if (!offers(target).has('login')) skipFor(ledger, testInfo, 'login', `needs ${needMeans.login}`);
}

type Declare = (title: string, details: TestDetails, body: Body) => void;

/** The checks by their titles, if the run judges several deployments: each check then has to be declared for each. */
const checks = new Map<string, Parameters<Declare>>();

/**
 * Declares a check.
 *
 * @param title what the deployment does when the check passes
 * @param details the requirements that it covers: `covers(…)`, or `deep(…)`
 */
export const test: Declare =
  subjectsOf(process.env) === undefined
    ? declareHere
    : (...declared) => void checks.set(declared[0], declared);

/** Declares a check at the place of the caller, which Playwright would otherwise take to be this file. */
function declareHere(...[title, details, body]: Parameters<Declare>): void {
  const captureStackTrace = Error.captureStackTrace.bind(Error);
  // Playwright takes its second frame for the place: without its own, that is the caller of this function.
  Error.captureStackTrace = (target) => captureStackTrace(target, check);
  try {
    check(title, details, concluding(body));
  } finally {
    Error.captureStackTrace = captureStackTrace;
  }
}

/**
 * Runs the declared checks on several deployments, one after the other.
 *
 * @param subjects each names its checks in the order in which they run
 * @throws if one names a check that is not declared
 */
export function judgeAll(subjects: readonly Subject[]): void {
  for (const subject of subjects) {
    check.describe(subject.name, () => {
      check.use({ subject });
      for (const title of subject.checks ?? checks.keys()) {
        const declared = checks.get(title);
        if (declared === undefined) throw new Error(`No check is called "${title}"`);
        const [, details, body] = declared;
        check(title, details, concluding(body));
      }
    });
  }
}
