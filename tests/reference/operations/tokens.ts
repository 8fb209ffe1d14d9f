import { randomBytes } from 'node:crypto';
import { type Answer, json, refuse } from '../answer.ts';
import { type Fields, type Incoming, sent } from '../incoming.ts';
import { inSeconds, signed } from '../jwt.ts';
import { willIssue } from '../now.ts';
import type { GrantType } from '../rules/tokens.ts';
import type { Client, Grant, Session, Tokens } from '../state.ts';
import type { World } from '../world.ts';

/** A token request of an authenticated client. */
interface TokenRequest {
  readonly client: Client;
  readonly form: Fields;
}

const grants: Readonly<Record<GrantType, (world: World, request: TokenRequest) => Promise<Answer>>> = {
  authorization_code: exchangeCode,
  password: exchangePassword,
  refresh_token: refresh,
};

/** POST /oauth2/access_token: the three grants. */
export async function exchangeToken(world: World, incoming: Incoming): Promise<Answer> {
  const { rules, state } = world;
  const { mediaType, fields } = await incoming.body();
  if (!rules.isTokenBody(mediaType)) refuse(400, 'the body is not a form');
  const form = sent(rules, Object.entries(fields));
  const type = rules.grantType(form['grant_type'], form) ?? refuseField(world, form, 'grant_type');
  const client =
    rules.tokenClient(state.clients, form['client_id'], type) ?? refuseField(world, form, 'client_id');
  if (!rules.isClientSecret(client, form['client_secret'], type)) refuseField(world, form, 'client_secret');
  return grants[type](world, { client, form });
}

function exchangeCode(world: World, { client, form }: TokenRequest): Promise<Answer> {
  const { rules, state, clock } = world;
  const code = rules.findCode(state.codes, form['code']) ?? refuseField(world, form, 'code');
  if (rules.endsReplayed(code)) {
    state.accessTokens.delete(code.tokens?.accessToken ?? '');
    state.refreshTokens.delete(code.tokens?.refreshToken ?? '');
  }
  const isGood =
    rules.isCodeUnused(code) && rules.isCodeFresh(code, clock.now()) && rules.isCodeOf(code, client);
  if (!isGood) refuseField(world, form, 'code');
  if (!rules.isRedirectUriOf(code, form['redirect_uri'])) refuseField(world, form, 'redirect_uri');
  if (!rules.isTokenEndpoint(form['token_endpoint'])) refuseField(world, form, 'token_endpoint');
  code.used = true;
  const { user, scopes, scope, session } = code;
  const grant: Grant = { user, client, scopes, scope, session, refreshes: 0 };
  return issue(world, grant, 'authorization_code', undefined, (tokens) => (code.tokens = tokens));
}

function exchangePassword(world: World, { client, form }: TokenRequest): Promise<Answer> {
  const { rules, state, urls } = world;
  const user = rules.passwordUser(state.users, form['username']) ?? refuseField(world, form, 'username');
  if (!rules.isPassword(user, form['password'])) refuseField(world, form, 'password');
  const scopes = rules.passwordScopes(form['scope'], urls.auth) ?? refuseField(world, form, 'scope');
  const session: Session = { by: 'password', refreshes: 0 };
  const grant: Grant = { user, client, scopes, scope: form['scope'] ?? '', session, refreshes: 0 };
  return issue(world, grant, 'password');
}

function refresh(world: World, { client, form }: TokenRequest): Promise<Answer> {
  const { rules, state } = world;
  const value = form['refresh_token'];
  const token =
    rules.findRefreshToken(state.refreshTokens, value) ?? refuseField(world, form, 'refresh_token');
  if (!rules.isRefreshTokenOf(token, client)) refuseField(world, form, 'refresh_token');
  if (!rules.isRefreshRedirectUri(form['redirect_uri'])) refuseField(world, form, 'redirect_uri');
  if (rules.usesUpRefreshToken()) state.refreshTokens.delete(value ?? '');
  const { user, scopes, scope, session } = token;
  session.refreshes += 1;
  const grant: Grant = { user, client, scopes, scope, session, refreshes: token.refreshes + 1 };
  return issue(world, grant, 'refresh_token', { access: token.accessToken, refresh: value });
}

/** Issues tokens and answers with them. */
async function issue(
  world: World,
  grant: Grant,
  type: GrantType,
  former?: { readonly access: string; readonly refresh: string | undefined },
  keep?: (tokens: Tokens) => void,
): Promise<Answer> {
  const { rules, state, clock, urls } = world;
  const { user, client, scopes } = grant;
  const issuedAt = clock.now();
  willIssue(grant);
  const claims = rules.idTokenClaims(user, client, urls.auth, inSeconds(issuedAt));
  const tokens: Tokens = {
    accessToken: rules.accessToken(newToken(), former?.access),
    idToken: await signed(world, claims),
    refreshToken: rules.refreshToken(newToken(), former?.refresh),
  };
  state.accessTokens.set(tokens.accessToken, { ...grant, issuedAt });
  state.refreshTokens.set(tokens.refreshToken, { ...grant, accessToken: tokens.accessToken });
  for (const value of Object.values(tokens)) state.issues.set(value, { grant, uses: new Map() });
  keep?.(tokens);
  return json(rules.tokenStatus(type), rules.tokenResponse(tokens, scopes, type), rules.tokenHeaders(type));
}

/** An access token of a user at a client, as if issued at that time. */
export function mintAccessToken({ state }: World, grant: Grant, issuedAt: number): string {
  const token = newToken();
  state.accessTokens.set(token, { ...grant, issuedAt });
  state.issues.set(token, { grant, uses: new Map() });
  return token;
}

function newToken(): string {
  return randomBytes(30).toString('base64url');
}

function refuseField({ rules }: World, form: Fields, field: string): never {
  const error = rules.tokenError(field, form[field]);
  const status = rules.tokenErrorStatus(error);
  const challenge = status === 401 ? { 'WWW-Authenticate': 'Basic realm="identity"' } : {};
  return refuse(status, `${field} is ${form[field] === undefined ? 'missing' : 'not accepted'}`, error, {
    ...rules.tokenHeaders(undefined),
    ...challenge,
  });
}
