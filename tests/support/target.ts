import type { Server } from './catalogue.ts';
import type { Settings } from './settings.ts';

/** What is tested: the mock, our reference deployment, or a deployment. */
export type TargetKind = 'mock' | 'reference' | 'live';

/** A registered OAuth 2.0 client, named like the form parameters. */
export type Client = {
  readonly client_id: string;
  readonly client_secret: string;
};

/** The deployment under test: where it is, what the suite may use there, and therefore what can be checked. */
export interface Target {
  readonly kind: TargetKind;
  readonly name: string;
  /** URLs without a trailing slash; a server that was left out is absent. */
  readonly urls: { readonly [server in Server]?: string };
  readonly way: Way;
  readonly client?: Client & { readonly redirect_uri: string };
  readonly otherClient?: Client;
  readonly user?: { readonly username: string; readonly password: string };
  readonly login: LoginPage;
  readonly account?: { readonly sid: string; readonly token: string };
  readonly otherAccountSid?: string;
  readonly callSids: readonly string[];
  readonly callback?: Callback;
  readonly expiredAccessToken?: string;
  readonly numberCountry: string;
  /** For each filter, by its name, a value that is in stock. */
  readonly filters: Readonly<Record<string, string>>;
  readonly effects: readonly string[];
  /** Time limit of one request, in milliseconds. */
  readonly timeoutMs: number;
}

/** How requests reach the target, besides its addresses and the proxies that the environment names. */
export interface Way {
  /** What a gateway in front of a server wants in each request. */
  readonly headers: { readonly [server in Server]?: Readonly<Record<string, string>> };
  /** The files of a client certificate: PEM, or a PFX. */
  readonly certificate?: {
    readonly cert?: string;
    readonly key?: string;
    readonly pfx?: string;
    readonly passphrase?: string;
  };
  /** How many requests a second are sent to all servers together; as many as come up if absent. */
  readonly perSecond?: number;
  readonly userAgent: string;
}

/** How to operate the login and consent pages; what is absent is recognised automatically. */
export interface LoginPage {
  /** A file with the Playwright storage state of a browser that is logged in. */
  readonly storageState?: string;
  /** Origins besides those of the servers at which the password may be typed. */
  readonly origins?: readonly string[];
  /** A browser to use in place of the one that is found. */
  readonly browser?: string;
  /** The kind of account to choose, if the page asks for it before the user name. */
  readonly account?: string;
  readonly username?: string;
  readonly password?: string;
  readonly submit?: string;
  readonly consent?: string;
}

/** The settings that hold the selectors of a login and a consent page. */
export const loginSettings = {
  account: 'TARGET_LOGIN_ACCOUNT_SELECTOR',
  username: 'TARGET_LOGIN_USERNAME_SELECTOR',
  password: 'TARGET_LOGIN_PASSWORD_SELECTOR',
  submit: 'TARGET_LOGIN_SUBMIT_SELECTOR',
  consent: 'TARGET_CONSENT_SELECTOR',
} as const;

/** Where the deployment sends callbacks. */
export interface Callback {
  readonly url: string;
  readonly port: number;
  /** How long after a recording's end a callback may take, in milliseconds. */
  readonly waitMs: number;
}

/** The settings that hold secrets; their values are masked wherever they appear. */
export const secretSettings = [
  'TARGET_CLIENT_SECRET',
  'TARGET_PASSWORD',
  'TARGET_AUTH_TOKEN',
  'TARGET_OTHER_CLIENT_SECRET',
  'TARGET_EXPIRED_ACCESS_TOKEN',
  'TARGET_CLIENT_PASSPHRASE',
] as const;

/** The settings whose values are headers by name, of which most are secrets. */
export const headerSettings = {
  TARGET_HEADERS: ['identity', 'collaboration', 'telephony'],
  TARGET_AUTH_HEADERS: ['identity'],
  TARGET_BASE_HEADERS: ['collaboration'],
  TARGET_API_HEADERS: ['telephony'],
} as const satisfies Partial<Record<keyof Settings, readonly Server[]>>;

/** The target that the settings describe. */
export function targetOf(kind: TargetKind, settings: Settings): Target {
  const address = (url: string | undefined): string | undefined => url?.replace(/\/+$/, '');
  return defined({
    kind,
    name: settings.TARGET_NAME ?? kind,
    urls: defined({
      identity: address(settings.TARGET_AUTH_URL),
      collaboration: address(settings.TARGET_BASE_URL),
      telephony: address(settings.TARGET_API_URL),
    }),
    way: defined({
      headers: headersOf(settings),
      certificate: certificateOf(settings),
      perSecond: settings.TARGET_REQUESTS_PER_SECOND,
      userAgent: settings.TARGET_USER_AGENT,
    }),
    client: whole({
      client_id: settings.TARGET_CLIENT_ID,
      client_secret: settings.TARGET_CLIENT_SECRET,
      redirect_uri: settings.TARGET_REDIRECT_URI,
    }),
    otherClient: whole({
      client_id: settings.TARGET_OTHER_CLIENT_ID,
      client_secret: settings.TARGET_OTHER_CLIENT_SECRET,
    }),
    user: whole({ username: settings.TARGET_USERNAME, password: settings.TARGET_PASSWORD }),
    login: defined({
      storageState: settings.TARGET_STORAGE_STATE,
      origins: settings.TARGET_LOGIN_ORIGINS?.map((one) => new URL(one).origin),
      browser: settings.TARGET_BROWSER_PATH,
      account: settings[loginSettings.account],
      username: settings[loginSettings.username],
      password: settings[loginSettings.password],
      submit: settings[loginSettings.submit],
      consent: settings[loginSettings.consent],
    }),
    account: whole({ sid: settings.TARGET_ACCOUNT_SID, token: settings.TARGET_AUTH_TOKEN }),
    otherAccountSid: settings.TARGET_OTHER_ACCOUNT_SID,
    callSids: settings.TARGET_CALL_SIDS ?? [],
    callback: whole({
      url: address(settings.TARGET_CALLBACK_URL),
      port: settings.TARGET_CALLBACK_PORT,
      waitMs: settings.TARGET_CALLBACK_WAIT_MS,
    }),
    expiredAccessToken: settings.TARGET_EXPIRED_ACCESS_TOKEN,
    numberCountry: settings.TARGET_NUMBER_COUNTRY,
    filters: defined({
      Contains: settings.TARGET_CONTAINS,
      AreaCode: settings.TARGET_AREA_CODE,
      InRegion: settings.TARGET_REGION,
      InPostalCode: settings.TARGET_POSTAL_CODE,
    }),
    effects: settings.TARGET_ALLOW,
    timeoutMs: settings.TARGET_TIMEOUT_MS,
  });
}

/** What a gateway wants in requests to each server; a header of one server has precedence over one for all. */
function headersOf(settings: Settings): Way['headers'] {
  const all: { [server in Server]?: Record<string, string> } = {};
  for (const [name, servers] of Object.entries(headerSettings)) {
    const given = settings[name as keyof typeof headerSettings];
    if (given !== undefined) for (const server of servers) all[server] = { ...all[server], ...given };
  }
  return all;
}

function certificateOf(settings: Settings): Way['certificate'] {
  const files = defined({
    cert: settings.TARGET_CLIENT_CERT,
    key: settings.TARGET_CLIENT_KEY,
    pfx: settings.TARGET_CLIENT_PFX,
    passphrase: settings.TARGET_CLIENT_PASSPHRASE,
  });
  return Object.keys(files).length === 0 ? undefined : files;
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)) as Defined<T>;
}

/** The fields, if none is missing. */
function whole<T extends object>(fields: T): Defined<T> | undefined {
  return Object.values(fields).includes(undefined) ? undefined : (fields as Defined<T>);
}
