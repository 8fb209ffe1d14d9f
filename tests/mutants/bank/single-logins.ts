import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { acceptedQuery, isAccepted, loginUser, nextStep, signedInUser } = defaultRules;

/** What goes wrong right after a login alone, and not for a user who is already logged in. */
export const singleLoginMutants = {
  'denial-right-after-a-login-ignored': {
    says: 'Redirects with a code after a denial when the user has just logged in.',
    breaks: 'IDN-030',
    rules: () =>
      rightAfterALogin((isFresh) => ({ isAccepted: (decision) => isAccepted(decision) || isFresh() })),
  },
  'wrong-password-for-one-request': {
    says: 'Accepts any password on the login page, but a wrong one only for one authorization request.',
    breaks: 'IDN-126',
    rules: () => {
      let isWrong = false;
      let isUsed = false;
      const wrongly = new WeakSet();
      return {
        loginUser: (users, username, password) => {
          const user = loginUser(users, username, password);
          isWrong = user === undefined;
          isUsed = false;
          return user ?? users.find((one) => one.username === username?.toLowerCase());
        },
        signedInUser: (session, users) => {
          if (isWrong && session?.user !== undefined) wrongly.add(session);
          const isOver = isUsed && session !== undefined && wrongly.has(session);
          return isOver ? undefined : signedInUser(session, users);
        },
        acceptedQuery: (code, state) => {
          isUsed = isWrong;
          isWrong = false;
          return acceptedQuery(code, state);
        },
      };
    },
  },
} satisfies Bank;

/** Rules that differ for the request of a user who has just logged in, without a failed attempt before. */
function rightAfterALogin(
  make: (isFresh: () => boolean) => Omit<Partial<Rules>, 'loginUser' | 'nextStep'>,
): Partial<Rules> {
  let hasFailed = false;
  let isFresh = false;
  return {
    loginUser: (users, username, password) => {
      const user = loginUser(users, username, password);
      hasFailed ||= user === undefined;
      return user;
    },
    nextStep: (user, hasJustLoggedIn) => {
      isFresh = hasJustLoggedIn && !hasFailed;
      if (hasJustLoggedIn) hasFailed = false;
      return nextStep(user, hasJustLoggedIn);
    },
    ...make(() => isFresh),
  };
}
