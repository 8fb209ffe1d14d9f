import { expect, test } from '@playwright/test';
import { withoutSettings } from '../../bench/suite-run.ts';
import { COEXIST, projectsOf } from '../../launch/order.ts';
import { askSessions } from '../../launch/sessions/ask.ts';
import { harmless } from '../../mutants/harmless/index.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { type ReferenceOptions, startReference } from '../../reference/start.ts';

/** What is found out about the sessions of a user at a reference with these rules. */
async function found(rules: ReferenceOptions['rules'] = {}): Promise<string> {
  const reference = await startReference({ rules });
  const answer = await askSessions({
    ...withoutSettings(process.env),
    ...reference.settings,
    CONFORMANCE_TARGET: 'live',
  });
  await reference.close();
  return answer;
}

test('sessions of one user coexist at the reference, and those begun to see it are signed out', async () => {
  const issued = new Set<string>();
  const revoked = new Set<string>();
  const answer = await found({
    tokenResponse: (tokens, scopes, grant) => {
      issued.add(tokens.refreshToken);
      return defaultRules.tokenResponse(tokens, scopes, grant);
    },
    isRevocable: (token) => {
      if (token !== undefined) revoked.add(token);
      return defaultRules.isRevocable(token);
    },
  });
  expect(answer).toBe(COEXIST);
  expect(issued.size).toBeGreaterThan(2);
  expect([...issued].filter((token) => !revoked.has(token))).toEqual([]);
});

for (const [name, why] of [
  ['one-refresh-token-of-a-user-and-client', 'the tokens of a user still open what they opened'],
  ['newest-code-of-a-user-and-client-alone', 'the code and the login of a browser stay valid'],
  ['one-session-of-a-user', 'the code and the login of a browser stay valid'],
] as const)
  test(`sessions of one user do not coexist at ${name}`, async () => {
    expect(await found(harmless[name]?.replace())).toContain(`it does not hold that ${why}`);
  });

test('nothing is found out where no token is granted', async () => {
  expect(await found({ isPassword: () => false })).toMatch(
    /^not found out: the control POST .* answered 4\d\d/,
  );
});

test('near misses that are left out are left out of the last checks as well', () => {
  const last = (...argv: string[]) =>
    projectsOf({ CONFORMANCE_TARGET: 'reference' }, argv).find(({ name }) => name === 'sign-out')?.testMatch;
  expect(last('test')).toHaveLength(2);
  for (const args of [['--grep-invert', '@deep'], ['--grep-invert=@deep|@COL'], ['-G', '@deep'], ['-G@deep']])
    expect(last('test', ...args), args.join(' ')).toEqual(['identity/revocation.spec.ts']);
  expect(last('test', '--grep-invert', '@COL', '--grep', '@deep')).toHaveLength(2);
});

test('the checks that act as the user come one after the other unless their sessions are known to coexist', () => {
  const projects = (env: NodeJS.ProcessEnv) =>
    projectsOf(env).map(({ name, workers }) => ({ name, ...(workers !== undefined && { workers }) }));
  const live = { CONFORMANCE_TARGET: 'live' };
  const [waiting, last] = ['waiting', 'sign-out'].map((name) => ({ name, workers: 1 }));
  const together = [waiting, { name: 'checks' }];
  const apart = [{ name: 'user', workers: 1 }, waiting, { name: 'account' }, last];
  expect(projects({ CONFORMANCE_TARGET: 'mock' })).toEqual([{ name: 'checks' }]);
  expect(projects({ CONFORMANCE_TARGET: 'reference' })).toEqual([...together, last]);
  expect(projects({ ...live, CONFORMANCE_SESSIONS: COEXIST })).toEqual([...together, last]);
  expect(projects({ ...live, CONFORMANCE_SESSIONS: 'not found out' })).toEqual(apart);
  expect(projects({})).toEqual(apart);
});
