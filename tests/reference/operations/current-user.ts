import { type Answer, json, refuse } from '../answer.ts';
import type { Incoming } from '../incoming.ts';
import { verified } from '../jwt.ts';
import type { User } from '../state.ts';
import type { World } from '../world.ts';

/** Who a request comes from, and with which scopes. */
interface Caller {
  readonly user: User;
  readonly scopes: readonly string[];
}

/** GET /api/users/me: the user of the token. */
export async function getCurrentUser(world: World, incoming: Incoming): Promise<Answer> {
  const { rules, urls } = world;
  const { user, scopes } = await callerOf(world, incoming);
  const picture_url = rules.pictureUrl(user, urls.base);
  const name = rules.personName(user);
  return json(
    200,
    rules.currentUser(user, {
      name,
      permissions: rules.permissions(user, scopes),
      emails: rules.emails(user),
      languages: rules.languages(user),
      licenses: rules.licenses(user),
      relation_graphs: rules.relationGraphs(user),
      lastupdatetime: rules.timestamp(user.updatedAt),
      picture_url,
      profile: rules.profile(user, name, picture_url),
    }),
  );
}

/**
 * The user behind the credential of a request.
 *
 * @throws Refusal when it carries no valid token
 */
export async function callerOf(world: World, incoming: Incoming): Promise<Caller> {
  const { rules, state, clock } = world;
  const authorization = incoming.header('authorization');
  const bearer = rules.bearerToken(authorization);
  const token = rules.findAccessToken(state.accessTokens, bearer);
  if (
    token !== undefined &&
    rules.isAccessTokenFresh(token.issuedAt, clock.now()) &&
    rules.opensApi(token.scopes)
  ) {
    return { user: rules.tokenUser(token, state.users), scopes: token.scopes };
  }
  const guest = await guestOf(
    world,
    rules.guestJwt(authorization) ?? (rules.isGuestBearer() ? bearer : undefined),
  );
  if (guest !== undefined) return { user: guest, scopes: [] };
  const challenge = { 'WWW-Authenticate': rules.bearerChallenge(bearer !== undefined) };
  return refuse(
    rules.unauthorizedStatus(),
    'the access token is missing or does not hold',
    'invalid_token',
    challenge,
  );
}

async function guestOf(world: World, jwt: string | undefined): Promise<User | undefined> {
  if (jwt === undefined) return undefined;
  const claims = await world.rules.verifiedGuestJwt(jwt, (one) => verified(world, one));
  return world.state.guests.get(String(claims?.['anonymous_id']));
}
