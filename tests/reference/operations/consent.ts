import { type Answer, page, redirect, refuse } from '../answer.ts';
import { type Incoming, sent } from '../incoming.ts';
import { consentPage } from '../pages.ts';
import type { Pending, User } from '../state.ts';
import type { World } from '../world.ts';
import { accept, browserOf, pendingOf } from './browser.ts';

/** GET /oauth2/authorize/confirm: the consent page. */
export function showConsent(world: World, incoming: Incoming): Answer {
  const { pending } = waiting(world, incoming, incoming.query.get('request') ?? undefined);
  return page(200, consentPage(pending, world.rules.permissionsAsked()));
}

/** POST /oauth2/authorize/confirm: the form of the consent page. */
export async function submitConsent(world: World, incoming: Incoming): Promise<Answer> {
  const { rules, state } = world;
  const form = sent(rules, Object.entries((await incoming.body()).fields));
  const { pending, user } = waiting(world, incoming, form['request']);
  if (rules.isAccepted(form['decision'])) return accept(world, pending, user);

  state.pending.delete(pending.id);
  const echoed = rules.echoState(pending.state);
  const query = rules.refusedQuery(rules.denialError(), 'the user has denied', echoed);
  return redirect(rules.redirectLocation(pending.redirectUri, query));
}

function waiting(world: World, incoming: Incoming, id: string | undefined): { pending: Pending; user: User } {
  const pending = pendingOf(world, incoming, id);
  const user = world.rules.signedInUser(browserOf(world, incoming).session, world.state.users);
  return user === undefined ? refuse(400, 'Nobody is logged in') : { pending, user };
}
