import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Authorization requests for which a rule is broken, while it is kept for those that come to mind first. */
export const partialAuthorizationMutants = {
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
} satisfies Bank;
