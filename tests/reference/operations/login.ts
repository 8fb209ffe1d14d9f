import { type Answer, page } from '../answer.ts';
import { type Incoming, sent } from '../incoming.ts';
import { loginPage } from '../pages.ts';
import type { World } from '../world.ts';
import { leadOn, logIn, pendingOf } from './browser.ts';

/** GET /login: the login page. The address is our choice, since the interface shows none. */
export function showLogin(world: World, incoming: Incoming): Answer {
  const pending = pendingOf(world, incoming, incoming.query.get('request') ?? undefined);
  return page(200, loginPage(pending, world.rules.accountKinds()));
}

/** POST /login: the form of the login page. */
export async function submitLogin(world: World, incoming: Incoming): Promise<Answer> {
  const { rules, state } = world;
  const form = sent(rules, Object.entries((await incoming.body()).fields));
  const pending = pendingOf(world, incoming, form['request']);
  pending.attempts += 1;
  const user = rules.loginUser(state.users, form['username'], form['password']);
  if (user === undefined) {
    return page(200, loginPage(pending, rules.accountKinds(), 'Username or password is wrong.'));
  }
  const { session, headers } = logIn(world, pending, user);
  return leadOn(world, session, { ...pending, browser: session.id }, true, headers);
}
