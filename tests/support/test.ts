import { test as base, type TestInfo } from '@playwright/test';
import type { TokenResponse } from '../../schemas/index.d.ts';
import { grantsTokens, yieldsCode } from './answers.ts';
import { catalogue, type Need, type RequirementId, serverOf } from './catalogue.ts';
import { control } from './judge.ts';
import { type Ledger, mask, openLedger, Stopped, stop } from './ledger.ts';
import { type CheckRecord, RECORD_ATTACHMENT } from './record.ts';
import { type Client, needMeans, offers, readTarget, secretSettings, type Target } from './target.ts';
import { type Answer, type Fields, type RequestContext, requestContext, sentFields } from './wire.ts';

export { control, establish, judge, judgeBodies, lacksData, observe, observeReading } from './judge.ts';
export { codeOf, expect, redirectOf } from './matchers.ts';

/**
 * Names the requirements that a test speaks about, for its details. A test of one requirement judges
 * it by passing or failing; a test of several says which holds by `judge`, `establish` or `judgeBodies`.
 */
export function covers(...ids: readonly [RequirementId, ...RequirementId[]]) {
  return {
    tag: ids.map((id) => `@${id}`),
    annotation: ids.map((id) => ({ type: 'requirement', description: id })),
  };
}

/** The ids of the requirements that speak of the parts of a body, for `covers`. */
export function partsOf(schema: string, within = ''): readonly [RequirementId, ...RequirementId[]] {
  const ids = (Object.keys(catalogue) as RequirementId[]).filter((id) => {
    const body = catalogue[id].body;
    return body?.schema === schema && body.at.startsWith(within) && body.at !== '';
  });
  const [first, ...rest] = ids;
  if (first === undefined) throw new Error(`No requirement speaks of the parts of ${schema}`);
  return [first, ...rest];
}

interface Fixtures {
  /** The deployment under test. */
  target: Target;
  identity: RequestContext;
  /** Sends the access token of `tokens` unless a request names another authorization. */
  collaboration: RequestContext;
  /** Sends the account's Basic credentials unless a request names another authorization. */
  telephony: RequestContext;
  client: Client;
  redirect_uri: string;
  user: { readonly username: string; readonly password: string };
  account: { readonly sid: string; readonly token: string };
  /** The sid of the nth live call, from 1; a call holds five recordings, so a check shares none with another file. */
  liveCall: (nth: number) => string;
  /** Tokens of the test user, granted once a worker: for reading, not for refreshing or revoking. */
  tokens: TokenResponse;
  /** Tokens of the test user, granted for this check alone. */
  freshSession: TokenResponse;
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
  otherClient: Client;
  /** What a guest login has to carry here, which COL-074 leaves open: nothing, or an access token. */
  guestAuthorization: string | null;
  /** Keeps the ledger of the check; every test has it. */
  ledger: Ledger;
}

const target = readTarget(process.env);
const met = offers(target);
for (const setting of secretSettings) mask.learn(setting, process.env[setting] ?? '');

/** The header of HTTP Basic credentials (RFC 7617 2). */
export function basic(user: string, password: string): string {
  const pair = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  mask.learn('BASIC_CREDENTIALS', pair);
  return `Basic ${pair}`;
}

/** The header of an access token (RFC 6750 2.1). */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}

let guestsNeed: Promise<string | null> | undefined;

async function guestAuthorization(
  collaboration: RequestContext,
  identity: RequestContext,
): Promise<string | null> {
  const form = { displayname: 'Conformance Guest' };
  const { status } = await collaboration.post('/api/anonymous/auth', { form, authorization: null });
  if (status < 400 || status > 499 || !target.client || !target.user) return null;
  const { client_id, client_secret } = target.client;
  const { access_token } = await passwordGrant(identity, { client_id, client_secret }, target.user);
  return bearer(access_token);
}

/**
 * What every authorization request says besides its client and redirect URI; both spellings of
 * grant_type, since IDN-021 leaves open which of them is read.
 */
export const codeRequest = {
  response_type: 'code',
  scope: 'email profile spaces',
  access_type: 'offline',
  grant_type: 'authorization_code',
  grand_type: 'authorization_code',
} as const;

let granted: Promise<TokenResponse> | undefined;

function passwordGrant(identity: RequestContext, client: Client, user: Fields): Promise<TokenResponse> {
  const form = { grant_type: 'password', ...client, ...user, scope: 'email profile spaces' };
  return control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-038');
}

export const test = base.extend<Fixtures>({
  target: async ({}, use) => use(target),
  identity: async ({}, use) => use(requestContext(target, 'identity')),
  collaboration: async ({}, use) => use(requestContext(target, 'collaboration')),
  telephony: async ({}, use) => {
    const credential = target.account && basic(target.account.sid, target.account.token);
    await use(requestContext(target, 'telephony', credential));
  },
  client: async ({}, use) => {
    const { client_id, client_secret } = offered(target.client, 'client');
    await use({ client_id, client_secret });
  },
  redirect_uri: async ({}, use) => use(offered(target.client, 'client').redirect_uri),
  user: async ({}, use) => use(offered(target.user, 'user')),
  account: async ({}, use) => use(offered(target.account, 'account')),
  liveCall: async ({ ledger }, use, testInfo) => {
    await use(
      (nth) =>
        target.callSids[nth - 1] ??
        skipFor(ledger, testInfo, 'call', `needs ${nth} live calls (TARGET_CALL_SIDS)`),
    );
  },
  tokens: async ({ identity, client, user }, use) => {
    granted ??= passwordGrant(identity, client, user);
    await use(await granted.catch(stopAgain));
  },
  freshSession: async ({ identity, client, user }, use) => use(await passwordGrant(identity, client, user)),
  authorize: async ({ identity }, use) => {
    await use((query, rawQuery) => {
      const rest = new URLSearchParams(sentFields(query)).toString();
      return identity.get(`/oauth2/authorize?${rest}${rawQuery === undefined ? '' : `&${rawQuery}`}`);
    });
  },
  newCode: async ({ authorize, client, redirect_uri }, use) => {
    const query = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await use(() => control(authorize(query), yieldsCode, 'IDN-003'));
  },
  exchange: async ({ client, redirect_uri }, use) => {
    const token_endpoint = `${target.urls.identity}/oauth2/access_token`;
    await use({ grant_type: 'authorization_code', ...client, redirect_uri, token_endpoint });
  },
  otherClient: async ({}, use) => use(offered(target.otherClient, 'other-client')),
  guestAuthorization: async ({ collaboration, identity }, use) => {
    guestsNeed ??= guestAuthorization(collaboration, identity);
    await use(await guestsNeed.catch(stopAgain));
  },
  ledger: [
    async ({}, use, testInfo) => {
      const ledger = openLedger(testInfo, coveredBy(testInfo));
      for (const id of ledger.covers) gate(ledger, id);
      const unmet = ledger.facts.filter((fact) => fact.is === 'not-exercised');
      if (ledger.covers.length > 0 && unmet.length === ledger.covers.length) {
        hand(ledger, testInfo);
        testInfo.skip(true, unmet[0]?.reason ?? '');
      }
      await use(ledger);
      hand(ledger, testInfo);
      failIfBroken(ledger, testInfo);
    },
    { auto: true },
  ],
});

/** What stopped the check that asked first stops each check that asks again. */
function stopAgain(error: unknown): never {
  if (error instanceof Stopped) stop(base.info(), error.message, error.requirement);
  throw error;
}

function coveredBy(testInfo: TestInfo): RequirementId[] {
  return testInfo.annotations.flatMap(({ type, description }) =>
    type === 'requirement' && description !== undefined && description in catalogue
      ? [description as RequirementId]
      : [],
  );
}

/** A requirement whose needs the target does not meet is settled before anything is sent. */
function gate(ledger: Ledger, id: RequirementId): void {
  const need = catalogue[id].needs?.find((one) => !met.has(one));
  if (need !== undefined) {
    ledger.facts.push({ id, is: 'not-exercised', need, reason: `needs ${needMeans[need]}` });
  } else if (target.urls[serverOf(id)] === undefined) {
    ledger.facts.push({ id, is: 'not-exercised', reason: `the ${serverOf(id)} server was left out` });
  }
}

/** Ends a check that needs more of something than the target offers. */
function skipFor(ledger: Ledger, testInfo: TestInfo, need: Need, reason: string): never {
  for (const id of ledger.covers) {
    if (!ledger.facts.some((fact) => fact.id === id))
      ledger.facts.push({ id, is: 'not-exercised', need, reason });
  }
  testInfo.skip(true, reason);
  throw new Stopped(reason);
}

function offered<T>(value: T | undefined, need: Need): T {
  if (value === undefined)
    throw new Error(`A requirement of this test lacks the need "${need}" in the catalogue`);
  return value;
}

function hand(ledger: Ledger, testInfo: TestInfo): void {
  for (const error of testInfo.errors) {
    if (error.message !== undefined) error.message = mask.apply(error.message);
    if (error.stack !== undefined) error.stack = mask.apply(error.stack);
    if (error.value !== undefined) error.value = mask.apply(error.value);
  }
  const [error] = testInfo.errors;
  const record: CheckRecord = {
    facts: ledger.facts,
    exchanges: ledger.exchanges,
    ...(ledger.stopped && { stopped: { ...ledger.stopped, reason: mask.apply(ledger.stopped.reason) } }),
    ...(error && { error: error.message ?? error.value ?? 'unknown error' }),
  };
  testInfo.attachments.push({
    name: RECORD_ATTACHMENT,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(record)),
  });
}

/** Shows in Playwright's own colours what was judged and went on: a should or an open point never reddens a test. */
function failIfBroken(ledger: Ledger, testInfo: TestInfo): void {
  if (testInfo.errors.length > 0) return;
  const broken = ledger.facts.flatMap((fact) =>
    fact.is === 'broken' && ['must', 'choice'].includes(catalogue[fact.id].level)
      ? [`${fact.id} ${catalogue[fact.id].title}: ${fact.reason}`]
      : [],
  );
  if (broken.length > 0) throw new Error(broken.join('\n'));
}
