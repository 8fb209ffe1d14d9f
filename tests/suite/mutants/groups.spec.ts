import { expect, test } from '@playwright/test';
import { groupsOf, type Member, together } from '../../mutants/groups.ts';
import { harmless } from '../../mutants/harmless/index.ts';
import { judgeHarmless } from '../../mutants/judge-harmless.ts';
import { listChecks } from '../../mutants/list-checks.ts';
import type { Harmless } from '../../mutants/mutant.ts';
import { answering, withBodies, withHeaders } from '../../mutants/parts/answers.ts';
import type { Given, Reach } from '../../mutants/reach.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { RequirementId } from '../../support/catalogue.ts';

/** Harmless variants that differ in one deployment: which may, and what is found about each of them. */

const given: readonly Given[] = [1, 2, 3].map((number) => [
  { status: 200, headers: {}, body: { number } },
  'listAvailableNumbers',
  new Request('https://telephony.example/'),
]);

/** What people read, which two variants do not rewrite together. */
const pages: readonly Given[] = [
  [
    { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: 'a page' },
    'login',
    new Request('https://identity.example/'),
  ],
];
const rewritten = (word: string): Partial<Rules> =>
  answering((answer) => ({ ...answer, body: `${String(answer.body)}, ${word}` }));

const more = withBodies((body) => ({ ...body, more: 1 }));
const text = answering((answer) => ({ ...answer, body: 'a text' }));
const header = withHeaders({ 'x-more': '1' });
const slow = answering((answer) => Promise.resolve(answer));
const streamed = answering((answer) => ({ ...answer, body: new ReadableStream() }));
const version: Partial<Rules> = { isVersion: () => true };

const member = (
  name: string,
  rules: Partial<Rules>,
  reach: Partial<Reach> = {},
  variant: Partial<Harmless> = {},
): Member => ({
  name,
  variant: { says: '', replace: () => rules, ...variant },
  reach: { checks: [], rules: new Set(), answers: rules.send ? given : [], isTiming: false, ...reach },
});

const groupedNames = async (...members: readonly Member[]): Promise<string[]> =>
  (await groupsOf(members)).map((group) => group.map(({ name }) => name).join(' '));

for (const [what, members, groups] of [
  ['changes that all show', [member('b', more), member('a', header)], ['a b']],
  ['a change that shows before the other alone', [member('wide', text), member('a', more)], ['wide', 'a']],
  ['the same change', [member('a', more), member('b', more)], ['a', 'b']],
  ['the same change of different answers', [member('b', more), member('a', more, { answers: [] })], ['a b']],
  [
    'two pages that are rewritten',
    [
      member('a', rewritten('in red'), { answers: pages }),
      member('b', rewritten('in blue'), { answers: pages }),
    ],
    ['a', 'b'],
  ],
  [
    'a page that is rewritten, and its headers',
    [member('b', rewritten('in red'), { answers: pages }), member('a', header, { answers: pages })],
    ['a b'],
  ],
  ['two changes of time', [member('a', slow, { isTiming: true }), member('b', more)], ['a', 'b']],
  ['what is in a stream', [member('a', streamed), member('b', more)], ['a', 'b']],
  ['the same rule', [member('a', version), member('b', version)], ['a', 'b']],
  ['another rule', [member('b', version), member('a', { isOfType: () => true })], ['a b']],
  [
    'one that is warned about, and one that is not',
    [member('a', version, {}, { warns: ['TEL-076'] }), member('b', more)],
    ['b', 'a'],
  ],
  [
    'two that are warned about',
    [member('b', more, {}, { warns: ['TEL-076'] }), member('a', version, {}, { warns: ['TEL-078'] })],
    ['a b'],
  ],
  ['settings of its own', [member('a', version, {}, { settings: {} }), member('b', more)], ['b', 'a']],
  ['one that blocks', [member('a', version, {}, { blocks: true }), member('b', more)], ['b', 'a']],
] as const) {
  test(`${what}: ${groups.length === 1 ? 'one group' : 'groups of their own'}`, async () => {
    expect(await groupedNames(...members)).toEqual(groups);
  });
}

test('a group stays small', async () => {
  const names = Object.keys(defaultRules).slice(0, 25);
  const groups = await groupsOf(names.map((name) => member(name, { [name]: () => undefined })));
  expect(groups.map(({ length }) => length)).toEqual([10, 10, 5]);
});

test('each variant of a group changes an answer in its turn', async () => {
  const { send, isVersion } = together([more, slow, version, header]);
  const [[answer, ...request]] = given as [Given];
  expect(await send?.(answer, ...request)).toEqual({
    status: 200,
    headers: { 'x-more': '1' },
    body: { number: 1, more: 1 },
  });
  expect(isVersion?.('v9')).toBe(true);
});

test.describe('of variants in one deployment', () => {
  test.slow();
  const nameless: Harmless = {
    says: 'A number tells neither what it is called nor what it is.',
    replace: () => ({
      availableNumber: (...asked) => {
        const { phone_number: _, friendly_name: __, ...rest } = defaultRules.availableNumber(...asked);
        return rest;
      },
    }),
  };

  /** What is wrong about it, by the checks that judge all of these variants. */
  const wrong: RequirementId[] = ['TEL-106', 'TEL-107'];

  const alarmsOf = async (names: readonly string[]): Promise<Record<string, string[]>> => {
    const checks = listChecks().filter(({ covers }) => wrong.some((id) => covers.includes(id)));
    expect(checks).not.toEqual([]);
    const heard: string[] = [];
    const { spared, lost } = await judgeHarmless(
      [...Object.entries(harmless).filter(([name]) => names.includes(name)), ['nameless', nameless]],
      checks,
      () => () => undefined,
      ({ name }) => heard.push(name),
    );
    expect(lost).toEqual([]);
    expect(heard).toEqual(['nameless']);
    return Object.fromEntries(spared.map(({ name, alarms }) => [name, alarms.map(({ id }) => id)]));
  };

  test('the one that a check is wrong about is named', async () => {
    const alarms = await alarmsOf(['further-fields-everywhere', 'cookies-everywhere']);
    expect(alarms).toEqual({
      'further-fields-everywhere': [],
      'cookies-everywhere': [],
      nameless: wrong,
    });
  });

  test('one that another keeps from being asked is judged alone', async () => {
    const alarms = await alarmsOf(['no-numbers']);
    expect(alarms).toEqual({ 'no-numbers': [], nameless: wrong });
  });
});
