import { randomBytes, randomUUID } from 'node:crypto';
import { type Answer, redirect, refuse } from '../answer.ts';
import { cookieOf, type Incoming, setsCookie } from '../incoming.ts';
import type { BrowserSession, Grant, Pending, Session, State, User } from '../state.ts';
import type { World } from '../world.ts';

const COOKIE = 'reference_session';

/** The session of the browser that a request comes from, if it has visited before. */
export function knownBrowser({ browsers }: State, incoming: Incoming): BrowserSession | undefined {
  return browsers.get(cookieOf(incoming, COOKIE) ?? '');
}

/** The session of the browser that a request comes from, and the headers that set a new one. */
export function browserOf(
  { state }: World,
  incoming: Incoming,
): { session: BrowserSession; headers: Answer['headers'] } {
  const known = knownBrowser(state, incoming);
  if (known !== undefined) return { session: known, headers: {} };
  const session: BrowserSession = { id: randomUUID() };
  state.browsers.set(session.id, session);
  return { session, headers: setsCookie(COOKIE, session.id) };
}

/** Keeps an authorization request until the user has decided. */
export function remember(
  { state }: World,
  session: BrowserSession,
  wanted: Omit<Pending, 'id' | 'browser' | 'attempts'>,
): Pending {
  const pending: Pending = { ...wanted, id: randomUUID(), browser: session.id, attempts: 0 };
  state.pending.set(pending.id, pending);
  return pending;
}

/**
 * The authorization request that a page or a form continues.
 *
 * @throws Refusal when there is none with this id, or another browser made it
 */
export function pendingOf(world: World, incoming: Incoming, id: string | undefined): Pending {
  const pending = world.state.pending.get(id ?? '');
  const session = cookieOf(incoming, COOKIE);
  return pending !== undefined && pending.browser === session
    ? pending
    : refuse(400, 'No authorization request of this browser is waiting');
}

/** Logs a user in. The session gets a new id, so an id planted by an attacker is useless. */
export function logIn({ state }: World, pending: Pending, user: User) {
  const session: BrowserSession = { id: randomUUID(), user };
  state.browsers.set(session.id, session);
  state.browsers.delete(pending.browser);
  for (const [id, other] of state.pending) {
    if (other.browser === pending.browser) state.pending.set(id, { ...other, browser: session.id });
  }
  return { session, headers: setsCookie(COOKIE, session.id) };
}

/** Sends a browser to the login, to the consent page, or with a code to the client. */
export function leadOn(
  world: World,
  session: BrowserSession,
  pending: Pending,
  hasJustLoggedIn: boolean,
  headers: Answer['headers'],
): Answer {
  const user = world.rules.signedInUser(session, world.state.users);
  const step = world.rules.nextStep(user, hasJustLoggedIn);
  if (step === 'grant' && user !== undefined) return accept(world, pending, user, headers);
  const path = step === 'consent' ? '/oauth2/authorize/confirm' : '/login';
  return redirect(`${path}?request=${pending.id}`, headers);
}

/** Ends an authorization request with a code. */
export function accept(
  { rules, state, clock }: World,
  pending: Pending,
  user: User,
  headers: Answer['headers'] = {},
): Answer {
  const { client, redirectUri, scopes, scope } = pending;
  const value = randomBytes(30).toString('base64url');
  state.pending.delete(pending.id);
  const session: Session = { by: 'authorization_code', refreshes: 0 };
  const grant: Grant = { user, client, scopes, scope, session, refreshes: 0 };
  state.codes.set(value, { ...grant, value, redirectUri, issuedAt: clock.now(), used: false });
  state.issues.set(value, { grant, uses: new Map() });
  const query = rules.acceptedQuery(value, rules.echoState(pending.state));
  return redirect(rules.redirectLocation(redirectUri, query), headers);
}
