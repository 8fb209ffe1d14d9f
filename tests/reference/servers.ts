import { type Answer, json, page, type Refusal } from './answer.ts';
import { type Refused, type Route } from './app.ts';
import type { Operation } from './operation.ts';
import { authorize } from './operations/authorize.ts';
import { showConsent, submitConsent } from './operations/consent.ts';
import { getCurrentUser } from './operations/current-user.ts';
import { loginAnonymously } from './operations/guests.ts';
import { showLogin, submitLogin } from './operations/login.ts';
import { getAvailableNumber, listAvailableNumbers } from './operations/numbers.ts';
import { recordCall } from './operations/recordings.ts';
import { revokeToken } from './operations/revocation.ts';
import { getTokenInfo } from './operations/token-info.ts';
import { exchangeToken } from './operations/tokens.ts';
import { errorPage } from './pages.ts';
import type { World } from './world.ts';

/** A server: where its operations are, and how it words a refusal. */
interface ServerPlan {
  readonly routes: readonly Route[];
  readonly refused: Refused;
}

const numbers = '/:version/Accounts/:account/AvailablePhoneNumbers';
const listed = { method: 'GET', operation: 'listAvailableNumbers', run: listAvailableNumbers } as const;

/** The three servers, by the names of their addresses. */
export const servers: Readonly<Record<'auth' | 'base' | 'api', ServerPlan>> = {
  auth: {
    routes: [
      { method: 'GET', path: '/oauth2/authorize', operation: 'authorize', run: authorize },
      { method: 'GET', path: '/login', operation: 'login', run: showLogin },
      { method: 'POST', path: '/login', operation: 'login', run: submitLogin },
      {
        method: 'GET',
        path: '/oauth2/authorize/confirm',
        operation: 'confirmAuthorization',
        run: showConsent,
      },
      {
        method: 'POST',
        path: '/oauth2/authorize/confirm',
        operation: 'confirmAuthorization',
        run: submitConsent,
      },
      { method: 'POST', path: '/oauth2/access_token', operation: 'exchangeToken', run: exchangeToken },
      { method: 'POST', path: '/oauth2/revoke_token', operation: 'revokeToken', run: revokeToken },
      {
        method: 'GET',
        path: '/api/1.0/id_token/get_token_info',
        operation: 'getTokenInfo',
        run: getTokenInfo,
      },
    ],
    refused: (world, refusal, operation) =>
      forBrowsers.includes(operation)
        ? page(refusal.status, errorPage(`${refusal.message}.`), refusal.headers)
        : oauthRefusal(world, refusal),
  },
  base: {
    routes: [
      { method: 'GET', path: '/api/users/me', operation: 'getCurrentUser', run: getCurrentUser },
      { method: 'POST', path: '/api/anonymous/auth', operation: 'loginAnonymously', run: loginAnonymously },
    ],
    refused: (world, refusal) => oauthRefusal(world, refusal),
  },
  api: {
    routes: [
      {
        method: 'POST',
        path: '/:version/Accounts/:account/Calls/:call/Recordings.json',
        operation: 'recordCall',
        run: recordCall,
      },
      { ...listed, path: `${numbers}/:country/:type{[^/]+\\.json}` },
      // Without Country or Type: a rule decides whether there are defaults.
      { ...listed, path: `${numbers}.json` },
      { ...listed, path: `${numbers}/:country{[^/]+\\.json}` },
      {
        method: 'GET',
        path: `${numbers}/:country/:type/:number{[^/]+\\.json}`,
        operation: 'unknown',
        run: getAvailableNumber,
      },
    ],
    refused: ({ rules }, { status, message, headers }, operation, path) =>
      status === 404
        ? json(rules.notFoundStatus(operation), rules.notFound(path, operation), headers)
        : json(status, rules.telephonyError(status, message, operation), headers),
  },
};

/** The operations that people see in a browser. */
const forBrowsers: readonly Operation[] = ['authorize', 'login', 'confirmAuthorization'];

function oauthRefusal({ rules }: World, { status, code, message, headers }: Refusal): Answer {
  return json(status, rules.oauthError(code, message), headers);
}
