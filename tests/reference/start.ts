import { appOf } from './app.ts';
import { type Clock, systemClock, timersOf } from './clock.ts';
import { deliver } from './deliver.ts';
import { freePorts } from './free-ports.ts';
import { type Listening, listen } from './listen.ts';
import { mintAccessToken } from './operations/tokens.ts';
import { defaultRules, type Rules } from './rules/index.ts';
import { TOKEN_LIFETIME_S } from './rules/tokens.ts';
import { client, freshState, users } from './seed.ts';
import { servers } from './servers.ts';
import { settingsOf } from './settings.ts';
import type { Callback, Grant } from './state.ts';
import type { Urls, World } from './world.ts';

type Address = keyof Urls;

const addresses: readonly Address[] = ['auth', 'base', 'api'];

/** The age of the access token that the settings name as expired: a minute past its hour (COL-058). */
const EXPIRED_MS = (TOKEN_LIFETIME_S + 60) * 1000;

/** What the expired access token was issued for. */
const ofPassword: Grant = {
  user: users.member,
  client,
  scopes: ['email', 'profile', 'spaces'],
  scope: 'email profile spaces',
  session: { by: 'password', refreshes: 0 },
  refreshes: 0,
};

/** How a reference deployment is started. */
export interface ReferenceOptions {
  /** The rules that differ from those of the interface; all others stay the same. */
  readonly rules?: Partial<Rules>;
  readonly clock?: Clock;
  /** The ports of the servers, and where callbacks are received; a free one for each that is absent. */
  readonly ports?: Readonly<Partial<Record<Address | 'receiver', number>>>;
  /** Gets each defect of the reference, or of a replaced rule; by default, it is printed. */
  readonly broke?: (error: unknown) => void;
  /** Sends a callback, instead of a real request. */
  readonly deliver?: (callback: Callback) => Promise<void>;
}

/** A running reference deployment. */
export interface Reference {
  readonly urls: Urls;
  /** The settings of a live target that describe it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Ends its connections, timers and callbacks immediately, and frees the ports. */
  close(): Promise<void>;
}

/**
 * Starts a deployment of the interface, with its own state, on 127.0.0.1.
 *
 * @throws PortError when a port is taken; nothing is left open
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const clock = timersOf(options.clock ?? systemClock);
  const closing = new AbortController();
  const urls: Record<Address, string> = { auth: '', base: '', api: '' };
  const world: World = {
    rules: { ...defaultRules, ...options.rules },
    state: freshState(clock.now()),
    clock,
    urls,
    broke: options.broke ?? ((error) => console.error('The reference itself broke:', error)),
    deliver: options.deliver ?? ((callback) => deliver(callback, closing.signal)),
  };
  const listening: Listening[] = [];
  const close = async (): Promise<void> => {
    clock.cancelAll();
    closing.abort();
    await Promise.all(listening.map((server) => server.close()));
  };
  try {
    for (const name of addresses) {
      const { routes, refused } = servers[name];
      const server = await listen(appOf(world, routes, refused), options.ports?.[name] ?? 0);
      listening.push(server);
      urls[name] = server.url;
    }
    const port = options.ports?.receiver ?? (await freePorts(1));
    const expired = mintAccessToken(world, ofPassword, clock.now() - EXPIRED_MS);
    return { urls, settings: settingsOf(urls, expired, { url: `http://127.0.0.1:${port}`, port }), close };
  } catch (error) {
    await close();
    throw error;
  }
}
