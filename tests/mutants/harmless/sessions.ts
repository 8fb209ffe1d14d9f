import { page, refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { answering } from '../parts/answers.ts';

/** How long a login, an authorization request or a code lasts, and what ends it. */
export const sessionVariants = {
  'one-session-of-a-user': {
    says: 'A login ends the session of the same user in every other browser.',
    rules: () => {
      const sessions = new Set<string>();
      const newest = new Map<string, string>();
      return {
        signedInUser: (session, users) => {
          const user = defaultRules.signedInUser(session, users);
          if (session === undefined || user === undefined) return user;
          if (!sessions.has(session.id)) newest.set(user.id, session.id);
          sessions.add(session.id);
          return newest.get(user.id) === session.id ? user : undefined;
        },
      };
    },
  },
  'session-of-one-user-agent': {
    says: 'Refuses a session cookie from another User-Agent than the one it was first sent by.',
    rules: () => {
      const agents = new Map<string, string | null>();
      return {
        admit: (_operation, { headers }) => {
          const cookie = headers.get('cookie');
          if (cookie === null) return;
          const agent = headers.get('user-agent');
          if (!agents.has(cookie)) agents.set(cookie, agent);
          if (agents.get(cookie) !== agent) refuse(403, 'This session belongs to another browser');
        },
      };
    },
  },
  'one-authorization-request-of-a-browser': {
    says: 'A new authorization request replaces the one that waits in the same browser.',
    rules: () => {
      const waiting = new Map<string, string>();
      const replaced = new Set<string>();
      return answering(
        (answer, { url, headers }, operation) => {
          if (operation !== 'authorize') {
            const asked = new URL(url).searchParams.get('request') ?? '';
            return replaced.has(asked) ? page(400, '<!doctype html><title>Begin again</title>') : answer;
          }
          const [, request] = /[?]request=(.+)/.exec(answer.headers['Location'] ?? '') ?? [];
          const browser = headers.get('cookie') ?? answer.headers['Set-Cookie']?.split(';')[0];
          if (request === undefined || browser === undefined) return answer;
          const former = waiting.get(browser);
          if (former !== undefined) replaced.add(former);
          waiting.set(browser, request);
          return answer;
        },
        ['authorize', 'login', 'confirmAuthorization'],
      );
    },
  },
  'codes-for-five-seconds': {
    says: 'A code is valid for five seconds.',
    isCodeFresh: ({ issuedAt }, now) => now - issuedAt < 5000,
  },
} satisfies Variants;
