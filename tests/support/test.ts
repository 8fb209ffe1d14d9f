import {
  type Browser,
  type BrowserContext,
  test as base,
  type TestDetails,
  type TestInfo,
} from '@playwright/test';
import { accepted, type Granted, mediaTypeOf, worked, yieldsCode } from './answers.ts';
import { browserPath, carefulContext, quietly, trustArguments } from './browser/launch.ts';
import { type Decision, type Visit, visit } from './browser/visit.ts';
import type { Receiver } from './callbacks.ts';
import { endRecordings } from './end-recordings.ts';
import { control } from './judge.ts';
import { endSending, type Ledger, openLedger, stop } from './ledger.ts';
import { coveredBy, failIfBroken, furtherBy, handOver, offered, settleUnmet, skipFor } from './lifecycle.ts';
import { codeOf, expect } from './matchers.ts';
import { closeGate } from './secrets/mask-messages.ts';
import { basic, codeRequest, guestAuthorization, passwordGrant } from './sessions.ts';
import { readSettings } from './settings.ts';
import { type Subject, subjectsOf } from './subjects.ts';
import { type Client, needMeans, offers, type Target, type TargetKind, targetOf } from './target.ts';
import { type Answer, type Fields, type RequestContext, requestContext, sentFields } from './wire.ts';
import { type Kept, keep } from './worker-state.ts';

export { covers, further, partsOf } from './covers.ts';
export { control, establish, judge, judgeBodies, lacksData, observe, observeReading } from './judge.ts';
export { codeOf, expect, heard, redirectOf } from './matchers.ts';
export { basic, bearer, codeRequest } from './sessions.ts';

/** No check waits for more callbacks than these. */
const MOST_CALLBACKS = 8;

interface Fixtures {
  /** The deployment that this check judges; that of the environment when absent. */
  subject: Subject | undefined;
  /** What the checks of this target share in this worker. */
  kept: Kept;
  /** Keeps the ledger of the check; every test has it. */
  ledger: Ledger;
  /** The deployment under test. */
  target: Target;
  identity: RequestContext;
  collaboration: RequestContext;
  /** Sends the account's Basic credentials unless a request names another authorization. */
  telephony: RequestContext;

  client: Client;
  otherClient: Client;
  redirect_uri: string;
  user: { readonly username: string; readonly password: string };
  account: { readonly sid: string; readonly token: string };
  /** The sid of the nth live call, from 1; a call holds five recordings, so a check shares none with another file. */
  liveCall: (nth: number) => string;

  /** Receives what the deployment requests of us. Its port is one: the checks that ask for it stand in one file. */
  receiver: Receiver;
  /** How long after a recording's end a callback may take, in milliseconds. */
  callbackWaitMs: number;

  /** Tokens of the test user, granted once a worker: for reading, not for refreshing or revoking. */
  tokens: Granted;
  /** Tokens of the test user, granted for this check alone. */
  freshSession: Granted;
  /** What a guest login has to carry here, which COL-074 leaves open: nothing, or an access token. */
  guest: string | null;

  /** Sends an authorization request for a user who is logged in and accepts; answers the end of it. */
  authorize: (query: Fields, rawQuery?: string) => Promise<Answer>;
  /** A code that has not been exchanged yet. */
  newCode: () => Promise<string>;
  /** The form that exchanges a code, but for the code; with token_endpoint, since IDN-072 leaves it open. */
  exchange: Client & {
    readonly grant_type: string;
    readonly redirect_uri: string;
    readonly token_endpoint: string;
  };
  /** The consent page of a user who logs in. */
  consentPage: { readonly mediaType: string } | undefined;
  /**
   * Opens a browser in which nobody is logged in; what it returns sends authorization requests from there, for a
   * user who gives their own name and password unless another is named.
   */
  newBrowser: () => Promise<
    (query: Fields, decision: Decision, given?: Partial<Fixtures['user']>) => Promise<Visit>
  >;
}

/** What a configuration may say of all checks. */
export interface WorkerOptions {
  /** Whether a check turns red in Playwright's own reports for what it recorded; verdicts are the same without. */
  reddens: boolean;
}

interface WorkerFixtures extends WorkerOptions {
  /** What this worker keeps, of each target. */
  keptOf: (subject: Subject | undefined) => Kept;
  /** The browser of this worker, launched for the target whose check first asks for it. */
  chromium: (target: Target) => Promise<Browser>;
}

/** What a check is handed: only what it names is made ready. */
type Body = (fixtures: Fixtures & WorkerFixtures) => void | Promise<void>;

const check = base.extend<Fixtures, WorkerFixtures>({
  // They would hold what is typed into a login page, on disk, where no mask reaches. No option: nothing turns them on.
  trace: ['off', { scope: 'worker' }],
  screenshot: ['off', { scope: 'worker' }],
  video: ['off', { scope: 'worker' }],
  reddens: [true, { scope: 'worker', option: true }],
  keptOf: [
    async ({}, use) => {
      const all = new Map<string | undefined, Kept>();
      let current: Kept | undefined;
      closeGate(() => current?.mask);
      await use((subject) => {
        const settings = subject?.settings ?? process.env;
        const kind = (process.env['CONFORMANCE_TARGET'] ?? 'mock') as TargetKind;
        const kept = all.get(subject?.name) ?? keep(targetOf(kind, readSettings(settings)), settings);
        all.set(subject?.name, kept);
        current = kept;
        return kept;
      });
      for (const kept of all.values()) await kept.close();
    },
    { scope: 'worker' },
  ],
  chromium: [
    async ({ playwright }, use) => {
      let browser: Promise<Browser> | undefined;
      const executablePath = browserPath() ?? '';
      const launch = async (target: Target) => {
        const args = [...quietly, ...(await trustArguments(target.urls.identity))];
        return playwright.chromium.launch({ executablePath, args });
      };
      await use((target) => (browser ??= launch(target)));
      await (await browser)?.close();
    },
    { scope: 'worker' },
  ],

  ledger: [
    async ({ target, kept, reddens }, use, testInfo) => {
      const ledger = openLedger(testInfo, coveredBy(testInfo), kept.mask, furtherBy(testInfo));
      const unmet = settleUnmet(ledger, target);
      if (unmet !== undefined) {
        handOver(ledger, testInfo);
        testInfo.skip(true, unmet);
      }
      await use(ledger);
      await endSending(ledger);
      handOver(ledger, testInfo);
      if (reddens) failIfBroken(ledger, testInfo);
      else if (testInfo.errors.length > 0) testInfo.fail();
    },
    { auto: true },
  ],
  subject: [undefined, { option: true }],
  // Not before a test runs: where tests are only listed, nothing describes a target.
  kept: async ({ keptOf, subject }, use) => use(keptOf(subject)),
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
    // A check waits for several callbacks, and is to say of each that it did not come.
    testInfo.setTimeout(testInfo.timeout + MOST_CALLBACKS * waitMs);
    await use(waitMs);
  },

  tokens: async ({ kept, identity, client, user }, use) => {
    await use(await kept.tokens(() => passwordGrant(identity, client, user)));
  },
  freshSession: async ({ identity, client, user }, use) => use(await passwordGrant(identity, client, user)),
  guest: async ({ kept, target, collaboration, identity }, use) => {
    await use(await kept.guest(() => guestAuthorization(target, collaboration, identity)));
  },

  authorize: async ({ kept, target, identity, chromium, ledger }, use, testInfo) => {
    skipWithoutLogin(target, ledger, testInfo);
    await use(async (query, rawQuery) => {
      const rest = new URLSearchParams(sentFields(query)).toString();
      const path = `/oauth2/authorize?${rest}${rawQuery === undefined ? '' : `&${rawQuery}`}`;
      if (target.kind === 'mock') return identity.get(path);
      const url = target.urls.identity + path;
      const { answer } = await visit(
        await kept.loggedIn(chromium),
        target,
        url,
        query['redirect_uri'] ?? '',
        'accept',
      );
      return answer;
    });
  },
  newCode: async ({ authorize, client, redirect_uri }, use) => {
    const query = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await use(() => control(authorize(query), yieldsCode, 'IDN-003'));
  },
  exchange: async ({ target, client, redirect_uri }, use) => {
    const token_endpoint = `${target.urls.identity}/oauth2/access_token`;
    await use({ grant_type: 'authorization_code', ...client, redirect_uri, token_endpoint });
  },
  consentPage: async ({ target, identity, newBrowser, client, redirect_uri }, use) => {
    if (target.kind === 'mock') {
      const page = await identity.get('/oauth2/authorize/confirm');
      return use({
        mediaType: await control(Promise.resolve(page), (answer) => mediaTypeOf(accepted(answer))),
      });
    }
    const { answer, consent, logins } = await (await newBrowser())(
      { client_id: client.client_id, redirect_uri, ...codeRequest },
      'deny',
    );
    if (consent === undefined && codeOf(answer) !== undefined) return use(undefined);
    if (consent === undefined) worked(answer);
    await control(
      Promise.resolve(answer),
      () => expect(consent, 'the consent page').toBeDefined(),
      'IDN-026',
    );
    // A page that comes without a login is shown to everybody, whatever they ask for.
    await control(
      Promise.resolve(answer),
      () => expect(logins, 'logins of a user who is not logged in').toBeGreaterThan(0),
      'IDN-001',
    );
    return use({ mediaType: String(consent?.mediaType) });
  },
  newBrowser: async ({ target, chromium, ledger }, use, testInfo) => {
    skipWithoutLogin(target, ledger, testInfo);
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await carefulContext(await chromium(target));
      contexts.push(context);
      return (query, decision, given) => {
        const { user } = target;
        const giving = user && given ? { ...target, user: { ...user, ...given } } : target;
        const url = `${target.urls.identity}/oauth2/authorize?${new URLSearchParams(sentFields(query)).toString()}`;
        return visit(context, giving, url, query['redirect_uri'] ?? '', decision, true);
      };
    });
    for (const context of contexts) await context.close();
  },
});

/** Ends a check that logs in to judge further what others judge without: of those rows no need tells of the login. */
function skipWithoutLogin(target: Target, ledger: Ledger, testInfo: TestInfo): void {
  if (!offers(target).has('login')) skipFor(ledger, testInfo, 'login', `needs ${needMeans.login}`);
}

const subjects = subjectsOf(process.env);

/**
 * Declares a check: once, or once for each of the deployments that a run judges beside each other.
 *
 * @param title what the deployment does when the check passes
 * @param details the requirements that it speaks about: `covers(…)`
 */
export const test: (title: string, details: TestDetails, body: Body) => void =
  subjects === undefined
    ? check
    : (title, details, body) => {
        for (const subject of subjects.filter(({ checks }) => checks?.includes(title) ?? true)) {
          check.describe(subject.name, () => {
            check.use({ subject });
            check(title, details, body);
          });
        }
      };
