import { expect, test } from '@playwright/test';
import { withoutWireLogs } from '../../../reports/guard/wire-logs.ts';

/** Logs of Playwright that would show what no mask has seen. */
const environments: readonly (readonly [
  given: Readonly<Record<string, string>>,
  left: Readonly<Record<string, string>>,
  off: readonly string[],
])[] = [
  [{}, {}, []],
  [{ DEBUG: 'pw:api' }, { DEBUG: 'pw:api' }, []],
  [{ DEBUG: 'pw:protocol' }, { DEBUG: '' }, ['DEBUG=pw:protocol']],
  [
    { DEBUG: 'pw:api,pw:protocol pw:channel' },
    { DEBUG: 'pw:api' },
    ['DEBUG=pw:protocol', 'DEBUG=pw:channel'],
  ],
  [{ DEBUG: 'pw:browser:metadata' }, { DEBUG: '' }, ['DEBUG=pw:browser:metadata']],
  [{ DEBUG: 'pw:*,-pw:protocol' }, { DEBUG: '-pw:protocol' }, ['DEBUG=pw:*']],
  [{ DEBUG: '*' }, { DEBUG: '' }, ['DEBUG=*']],
  [{ PW_RUNNER_DEBUG: '1' }, {}, ['PW_RUNNER_DEBUG']],
];

for (const [given, left, off] of environments) {
  test(`the environment ${JSON.stringify(given)} is left with ${JSON.stringify(left)}`, () => {
    const env = { ...given };
    expect(withoutWireLogs(env)).toEqual(off);
    expect(env).toEqual(left);
  });
}
