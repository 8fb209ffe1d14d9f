import { randomBytes } from 'node:crypto';
import { type Answer, json, refuse } from '../answer.ts';
import { type Incoming, sent } from '../incoming.ts';
import { inSeconds, signed } from '../jwt.ts';
import type { World } from '../world.ts';
import { callerOf } from './current-user.ts';

/** POST /api/anonymous/auth: logs a guest in under a display name. */
export async function loginAnonymously(world: World, incoming: Incoming): Promise<Answer> {
  const { rules, state, clock, urls } = world;
  if (rules.guestNeedsToken()) await callerOf(world, incoming);
  const { mediaType, fields } = await incoming.body();
  if (!rules.isGuestBody(mediaType)) refuse(400, 'the body is neither a form nor JSON');
  const { displayname } = sent(rules, Object.entries(fields));
  if (!rules.isDisplayName(displayname)) refuse(400, 'displayname is missing');

  const guest = rules.guestUser(randomBytes(12).toString('hex'), displayname ?? '', clock.now());
  state.guests.set(guest.id, guest);
  const jwt = await signed(world, rules.guestClaims(guest, urls.base, inSeconds(clock.now())));
  return json(200, rules.guestToken(jwt, guest), { 'Cache-Control': 'no-store' });
}
