import type { Need, Server } from './catalogue.ts';

export type TargetKind = 'mock' | 'reference' | 'live';

/** A registered OAuth 2.0 client, as its form parameters are called. */
export type Client = {
  readonly client_id: string;
  readonly client_secret: string;
};

/** The deployment under test: where it is, what we may use there, and so what can be checked. */
export interface Target {
  readonly kind: TargetKind;
  readonly name: string;
  /** Addresses without a trailing slash; a server that was left out is absent. */
  readonly urls: { readonly [server in Server]?: string };
  readonly client?: Client & { readonly redirect_uri: string };
  readonly otherClient?: Client;
  readonly user?: { readonly username: string; readonly password: string };
  readonly account?: { readonly sid: string; readonly token: string };
  readonly otherAccountSid?: string;
  readonly callSids: readonly string[];
  readonly expiredAccessToken?: string;
  readonly numberCountry: string;
  readonly effects: readonly string[];
  /** Time limit of one request, in milliseconds. */
  readonly timeoutMs: number;
}

/** The settings that hold secrets, and so are masked by value wherever they turn up. */
export const secretSettings = [
  'TARGET_CLIENT_SECRET',
  'TARGET_PASSWORD',
  'TARGET_AUTH_TOKEN',
  'TARGET_OTHER_CLIENT_SECRET',
  'TARGET_EXPIRED_ACCESS_TOKEN',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the target from the `TARGET_*` settings, which the starter of a mock or reference target
 * sets as well.
 *
 * @param env the environment; an empty value counts as absent
 */
export function readTarget(env: Environment): Target {
  const value = (name: string): string | undefined => env[name]?.trim() || undefined;
  const list = (name: string): string[] =>
    (value(name) ?? '').split(',').flatMap((item) => item.trim() || []);
  const address = (name: string): string | undefined => value(name)?.replace(/\/+$/, '');
  const all = <K extends string>(fields: Record<K, string>): Record<K, string> | undefined => {
    const values = Object.entries<string>(fields).map(([field, name]) => [field, value(name)] as const);
    return values.every(([, found]) => found !== undefined)
      ? (Object.fromEntries(values) as Record<K, string>)
      : undefined;
  };
  return defined({
    kind: (value('CONFORMANCE_TARGET') ?? 'mock') as TargetKind,
    name: value('TARGET_NAME') ?? value('CONFORMANCE_TARGET') ?? 'mock',
    urls: defined({
      identity: address('TARGET_AUTH_URL'),
      collaboration: address('TARGET_BASE_URL'),
      telephony: address('TARGET_API_URL'),
    }),
    client: all({
      client_id: 'TARGET_CLIENT_ID',
      client_secret: 'TARGET_CLIENT_SECRET',
      redirect_uri: 'TARGET_REDIRECT_URI',
    }),
    otherClient: all({ client_id: 'TARGET_OTHER_CLIENT_ID', client_secret: 'TARGET_OTHER_CLIENT_SECRET' }),
    user: all({ username: 'TARGET_USERNAME', password: 'TARGET_PASSWORD' }),
    account: all({ sid: 'TARGET_ACCOUNT_SID', token: 'TARGET_AUTH_TOKEN' }),
    otherAccountSid: value('TARGET_OTHER_ACCOUNT_SID'),
    callSids: list('TARGET_CALL_SIDS'),
    expiredAccessToken: value('TARGET_EXPIRED_ACCESS_TOKEN'),
    numberCountry: value('TARGET_NUMBER_COUNTRY') ?? 'US',
    effects: list('TARGET_ALLOW'),
    timeoutMs: Number(value('TARGET_TIMEOUT_MS') ?? 15_000),
  });
}

/** Which needs of the catalogue a target meets; `data` depends on its answers, so the checks tell. */
export function offers(target: Target): ReadonlySet<Need> {
  const met: Record<Need, boolean> = {
    // Prism answers every request alike: nothing that was sent before, and no value, makes a difference.
    state: target.kind !== 'mock',
    data: true,
    client: target.client !== undefined,
    'other-client': target.otherClient !== undefined,
    user: target.user !== undefined,
    // The mock needs no login: its authorize answers a code at once.
    login: target.kind === 'mock',
    account: target.account !== undefined,
    'other-account': target.otherAccountSid !== undefined,
    call: target.callSids.length > 0,
    callback: false,
    'expired-token': target.expiredAccessToken !== undefined,
    'effect:recording': target.effects.includes('recording'),
    'effect:guest': target.effects.includes('guest'),
    'effect:sign-out': target.effects.includes('sign-out'),
  };
  return new Set((Object.keys(met) as Need[]).filter((need) => met[need]));
}

/** What a need means to whoever has to meet it. */
export const needMeans: Readonly<Record<Need, string>> = {
  state: 'a deployment whose answers depend on what was sent and what happened before; the mock has none',
  data: 'something in the answers to look at',
  client: 'a registered client (TARGET_CLIENT_ID, TARGET_CLIENT_SECRET, TARGET_REDIRECT_URI)',
  'other-client': 'a second client (TARGET_OTHER_CLIENT_ID, TARGET_OTHER_CLIENT_SECRET)',
  user: 'a test user (TARGET_USERNAME, TARGET_PASSWORD)',
  login: 'a login in a browser',
  account: 'a telephony account (TARGET_ACCOUNT_SID, TARGET_AUTH_TOKEN)',
  'other-account': 'an account that is not ours (TARGET_OTHER_ACCOUNT_SID)',
  call: 'a live call (TARGET_CALL_SIDS)',
  callback: 'an address at which the deployment reaches us (TARGET_CALLBACK_URL)',
  'expired-token': 'a token over an hour old (TARGET_EXPIRED_ACCESS_TOKEN)',
  'effect:recording': 'leave to record (TARGET_ALLOW=recording)',
  'effect:guest': 'leave to log guests in (TARGET_ALLOW=guest)',
  'effect:sign-out': 'leave to sign the user out (TARGET_ALLOW=sign-out)',
};

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)) as Defined<T>;
}
