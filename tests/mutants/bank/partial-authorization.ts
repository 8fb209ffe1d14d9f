import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Authorization requests for which a rule is broken, while it is kept for those that come to mind first. */
export const partialAuthorizationMutants = {
  'refused-without-state-but-for-response-type': {
    says: 'Omits state from an error redirect, except for unsupported_response_type and access_denied.',
    breaks: 'IDN-005',
    refusedQuery: (error, description, state) =>
      defaultRules.refusedQuery(
        error,
        description,
        error === 'unsupported_response_type' || error === 'access_denied' ? state : undefined,
      ),
  },
  'denial-without-state': {
    says: 'Omits state from the redirect when the user denies.',
    breaks: 'IDN-005',
    refusedQuery: (error, text, state) =>
      defaultRules.refusedQuery(error, text, error === 'access_denied' ? undefined : state),
  },
  'state-zero-dropped': {
    says: 'Omits state when its value is 0.',
    breaks: 'IDN-006',
    echoState: (state) => (state === '0' ? undefined : state),
  },
  'state-null-dropped': {
    says: 'Omits state when its value is the word null.',
    breaks: 'IDN-006',
    echoState: (state) => (state === 'null' ? undefined : state),
  },
  'state-without-its-padding': {
    says: 'Strips trailing equals signs from the state.',
    breaks: 'IDN-006',
    echoState: (state) => state?.replace(/=+$/, ''),
  },
  'response-type-but-token': {
    says: 'Accepts any response_type except token.',
    breaks: 'IDN-013',
    isResponseType: (value) => value !== undefined && value !== 'token',
  },
  'access-type-online': {
    says: 'Accepts the access_type online.',
    breaks: 'IDN-014',
    isAccessType: (value) => value === 'offline' || value === 'online',
  },
  'session-used-once': {
    says: 'Requires a new login for the third use of a session.',
    breaks: 'IDN-025',
    rules: () => {
      let uses = 0;
      return {
        nextStep: (user, hasJustLoggedIn) => {
          if (user === undefined) return 'login';
          uses = hasJustLoggedIn ? 0 : uses + 1;
          return uses > 1 ? 'login' : 'consent';
        },
      };
    },
  },
  'denial-forgotten': {
    says: 'Grants the next request after a denial without asking for consent.',
    breaks: 'IDN-030',
    rules: () => {
      let hasDenied = false;
      return {
        denialError: () => {
          hasDenied = true;
          return 'access_denied';
        },
        nextStep: (user, hasJustLoggedIn) => {
          if (user === undefined || !hasDenied) return defaultRules.nextStep(user, hasJustLoggedIn);
          hasDenied = false;
          return 'grant';
        },
      };
    },
  },
  'denial-for-good': {
    says: 'Treats every Accept after a denial as another denial.',
    breaks: 'IDN-029',
    rules: () => {
      let hasDenied = false;
      return {
        isAccepted: (decision) => {
          if (decision !== 'accept') hasDenied = true;
          return decision === 'accept' && !hasDenied;
        },
      };
    },
  },
  'state-json-written-anew': {
    says: 'Reserializes a state that is JSON.',
    breaks: 'IDN-006',
    echoState: (state) => state && rewritten(state),
  },
  'state-escapes-in-capitals': {
    says: 'Converts percent escapes in the state to uppercase.',
    breaks: 'IDN-006',
    echoState: (state) => state?.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase()),
  },
  'state-without-its-last-point': {
    says: 'Strips trailing dots from the state.',
    breaks: 'IDN-006',
    echoState: (state) => state?.replace(/\.+$/, ''),
  },
  'state-a-nonce': {
    says: 'Refuses a state that has been used before.',
    breaks: 'IDN-006',
    rules: () => {
      const seen = new Set<string>();
      return {
        isRepeated: (query, name) => {
          const value = query.get(name) ?? '';
          if (name !== 'state') return defaultRules.isRepeated(query, name);
          const isOld = seen.has(value);
          seen.add(value);
          return isOld;
        },
      };
    },
  },
  'error-without-state': {
    says: 'Omits state from every error redirect except access_denied.',
    breaks: 'IDN-005',
    refusedQuery: (error, text, state) =>
      defaultRules.refusedQuery(error, text, error === 'access_denied' ? state : undefined),
  },
  'state-of-the-latest-request': {
    says: 'Returns the state of the latest authorization request in every redirect.',
    breaks: 'IDN-005',
    rules: () => {
      let latest: string | undefined;
      return {
        admit: (operation, request) => {
          if (operation === 'authorize') latest = new URL(request.url).searchParams.get('state') ?? undefined;
        },
        echoState: () => latest,
      };
    },
  },
  'state-without-line-breaks': {
    says: 'Removes line breaks and tabs from the state.',
    breaks: 'IDN-131',
    echoState: (state) => state?.replace(/[\r\n\t]/g, ''),
  },
} satisfies Bank;

function rewritten(state: string): string {
  try {
    return JSON.stringify(JSON.parse(state));
  } catch {
    return state;
  }
}
