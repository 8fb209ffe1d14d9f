import { expect, test } from '@playwright/test';
import { experienceOf } from '../../mutants/experience.ts';
import { lastChecks } from '../../order.ts';

/** Which checks a run of the mutants tries first, from what it has learned. */

const plain = {
  file: 'collaboration/current-user.spec.ts',
  title: 'plain',
  covers: ['COL-001', 'COL-002'],
} as const;
const other = { ...plain, title: 'other' };
const slow = {
  file: 'identity/authorization.spec.ts',
  title: 'slow',
  covers: ['IDN-003', 'COL-002'],
} as const;
const last = { ...plain, file: lastChecks, title: 'last' };
const checks = [last, slow, plain, other];
const titles = checks.map(({ title }) => title);

test('without experience, what logs in comes late, and the last checks still come last', () => {
  expect(experienceOf(checks).inOrder(titles, { breaks: ['COL-002'] })).toEqual([
    'plain',
    'other',
    'slow',
    'last',
  ]);
});

test('a check that finds what is sought is tried before one that does not', () => {
  const experience = experienceOf(checks);
  const trial = {
    checks: { plain: ['COL-002 pass'], other: ['COL-002 fail'] },
    tookMs: { plain: 200, other: 200 },
  };
  experience.learn(trial, { breaks: ['COL-002'] });
  expect(experience.inOrder(titles, { breaks: ['COL-002'] })).toEqual(['other', 'plain', 'slow', 'last']);
  // About another requirement, the check has found nothing yet, nor failed to.
  expect(experience.inOrder(['plain', 'other', 'last'], { breaks: ['COL-001'] })).toEqual([
    'plain',
    'other',
    'last',
  ]);
});

test('of two checks that find the same, the faster is tried first, and neither is blamed for coming second', () => {
  const experience = experienceOf(checks);
  const found = ['COL-002 fail'];
  for (let runs = 0; runs < 50; runs += 1) {
    experience.learn(
      { checks: { plain: found, slow: ['COL-002 pass'] }, tookMs: { plain: 900, slow: 1 } },
      { breaks: ['COL-002'] },
    );
  }
  expect(experience.inOrder(titles, { breaks: ['COL-002'] })).toEqual(['slow', 'other', 'plain', 'last']);
});

test('where the same rules are replaced, what found the last one comes first', () => {
  const experience = experienceOf(checks);
  const tookMs = { plain: 200, other: 200 };
  const [found, missed] = [['COL-002 fail'], ['COL-002 pass']];
  for (let times = 0; times < 5; times += 1)
    experience.learn({ checks: { plain: found }, tookMs }, { breaks: ['COL-002'], replaces: ['listing'] });
  const kin = { breaks: ['COL-002'], replaces: ['send', 'currentUser'] } as const;
  for (let times = 0; times < 3; times += 1)
    experience.learn({ checks: { plain: missed, other: found }, tookMs }, kin);
  const turned = { ...kin, replaces: kin.replaces.toReversed() };
  expect(experience.inOrder(['plain', 'other'], turned)).toEqual(['other', 'plain']);
  expect(experience.inOrder(['plain', 'other'], { ...kin, replaces: ['listing'] })).toEqual([
    'plain',
    'other',
  ]);
});

test('a check that was skipped has shown nothing', () => {
  const experience = experienceOf(checks);
  const before = experience.inOrder(titles, { breaks: ['COL-002'] });
  experience.learn({ checks: { plain: ['COL-002 not-exercised'] }, tookMs: {} }, { breaks: ['COL-002'] });
  expect(experience.inOrder(titles, { breaks: ['COL-002'] })).toEqual(before);
});
