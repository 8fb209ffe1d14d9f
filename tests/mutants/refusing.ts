import { json, refuse } from '../reference/answer.ts';
import type { Operation } from '../reference/operation.ts';
import { defaultRules, type Rules } from '../reference/rules/index.ts';
import type { GrantType } from '../reference/rules/tokens.ts';

const operations = [
  'authorize',
  'exchangeToken',
  'revokeToken',
  'getTokenInfo',
  'getCurrentUser',
  'loginAnonymously',
  'recordCall',
  'listAvailableNumbers',
] satisfies Operation[];

/**
 * Deployments in which one part refuses every request, or grants every request with an empty answer or to no effect,
 * while everything else works. A correct refusal by such a part, or data that it lacks, shows nothing, and a check
 * without its control would mistake it for conformance. Nor does a part show anything about a header of its requests if
 * it has no effect without that header.
 */
export const refusing: Readonly<Record<string, () => Partial<Rules>>> = {
  ...Object.fromEntries(
    operations.flatMap((operation) => [
      [`refusing-${operation}`, () => refusingOperation(operation)],
      [`emptying-${operation}`, () => emptying(operation, () => ({}))],
    ]),
  ),
  ...Object.fromEntries(
    (['authorization_code', 'password', 'refresh_token'] satisfies GrantType[]).map((grant) => [
      `refusing-${grant}`,
      () => refusingGrant(grant),
    ]),
  ),
  'forgetting-revocations': () => ({ revoke: () => {} }),
  'refusing-consent': () => ({ isAccepted: () => false }),
  'refusing-consent-but-for-spaces': () => {
    let asked: string | undefined;
    return {
      authorizeScopes: (scope, authUrl) => {
        asked = scope;
        return defaultRules.authorizeScopes(scope, authUrl);
      },
      nextStep: (user, hasJustLoggedIn) =>
        user !== undefined && asked === 'spaces' ? 'grant' : defaultRules.nextStep(user, hasJustLoggedIn),
      isAccepted: () => false,
    };
  },
  'emptying-permissions': () => emptying('getCurrentUser', (user) => ({ ...user, permissions: undefined })),
  'emptying-listing-but-its-numbers': () =>
    emptying('listAvailableNumbers', ({ available_phone_numbers }) => ({ available_phone_numbers })),
  'emptying-listing-of-its-numbers': () =>
    emptying('listAvailableNumbers', (listing) => ({ ...listing, available_phone_numbers: undefined })),
};

/**
 * Deployments in which one part refuses every request once it has refused one, or has answered some of a kind. Each is
 * for one check alone, since another one would find it locked.
 */
export const locking: Readonly<Record<string, () => Partial<Rules>>> = {
  'locking-consent-after-one': () => {
    let asked = 0;
    return {
      permissionsAsked: () => {
        asked += 1;
        return asked === 1 ? defaultRules.permissionsAsked() : refuse(400, 'The user has been asked before');
      },
    };
  },
  'locking-the-client': () => ({ isClientSecret: lockingRule(defaultRules.isClientSecret, false) }),
  'locking-the-user': () => ({ isPassword: lockingRule(defaultRules.isPassword, false) }),
  'locking-the-account': () => ({ authenticate: lockingRule(defaultRules.authenticate, undefined) }),
  'locking-the-login': () => ({ loginUser: lockingRule(defaultRules.loginUser, undefined) }),
  'locking-authorize': () => lockingOperation('authorize'),
  'locking-token-requests': () => lockingOperation('exchangeToken'),
  // A check that exchanges codes finds out first whether it may send token_endpoint, by an exchange that is refused.
  'locking-token-requests-after-two': () => lockingOperation('exchangeToken', 2),
  // A check finds out first which spelling of grant_type it may send.
  'locking-authorize-after-two': () => {
    let answered = 0;
    return {
      admit: (operation) => {
        if (operation === 'authorize' && answered > 1) refuse(400, 'Two requests were answered before');
        if (operation === 'authorize') answered += 1;
      },
    };
  },
  'locking-authorize-where-no-client-is-named': () => {
    let isLocked = false;
    return {
      authorizeClient: (clients, id) => {
        const client = isLocked ? undefined : defaultRules.authorizeClient(clients, id);
        isLocked ||= id === undefined;
        return client;
      },
    };
  },
  'locking-token-info': () => lockingOperation('getTokenInfo'),
};

function refusingOperation(refused: Operation): Partial<Rules> {
  return {
    admit: (operation) => {
      if (operation === refused) refuse(400, 'This is not served');
    },
  };
}

/** Leaves only a part of what an operation answers, or nothing. */
function emptying(
  emptied: Operation,
  leave: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Partial<Rules> {
  return {
    send: (answer, operation) =>
      operation === emptied ? json(200, leave((answer.body ?? {}) as Record<string, unknown>)) : answer,
  };
}

function refusingGrant(refused: GrantType): Partial<Rules> {
  return {
    grantType: (value, form) => {
      const grant = defaultRules.grantType(value, form);
      return grant === refused ? undefined : grant;
    },
  };
}

/** Refuses every request for an operation once it has refused this many. */
function lockingOperation(locked: Operation, most = 1): Partial<Rules> {
  let refused = 0;
  return {
    admit: (operation) => {
      if (refused >= most && operation === locked) refuse(400, 'A request was refused before');
    },
    send: (answer, operation) => {
      const { Location = '' } = answer.headers;
      if (operation === locked && (answer.status >= 400 || /[?&]error=/.test(Location))) refused += 1;
      return answer;
    },
  };
}

/** A rule that refuses everything after its first refusal. */
function lockingRule<Given extends readonly unknown[], Held>(
  rule: (...given: Given) => Held,
  refusal: NoInfer<Held>,
): (...given: Given) => Held {
  let isLocked = false;
  return (...given) => {
    const held = rule(...given);
    isLocked ||= held === refusal;
    return isLocked ? refusal : held;
  };
}
