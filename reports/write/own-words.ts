import type { RequirementId } from '../../tests/support/catalogue.ts';
import { judgeRun, type RunInput } from '../judge/run.ts';
import type { Catalogue, CheckRecord, Exchange, Requirement, Run } from '../model.ts';
import { filesIn } from '../output.ts';
import { allureOf } from './allure.ts';
import { evidenceFileOf } from './evidence-file.ts';
import { junitOf } from './junit.ts';

/**
 * What the reports of every run contain, regardless of the deployment: the catalogue, and the names of files, fields
 * and elements, taken from a small run. A secret with the same spelling cannot be recognised among them.
 */
export function ownWords(catalogue: Catalogue): string {
  const run = smallRun(catalogue);
  return [
    JSON.stringify(catalogue),
    ...Object.values(filesIn('')),
    JSON.stringify(run.file),
    JSON.stringify(evidenceFileOf(run)),
    junitOf(run),
    ...[...allureOf(run)].flat(),
  ].join('\n');
}

const KNOWN = 'as listed';

type Fact = CheckRecord['facts'][number];

/** A fact for each verdict, and for a known deviation. */
const facts: readonly (readonly [level: Requirement['level'], of: (id: RequirementId) => Fact])[] = [
  ['must', (id) => ({ id, is: 'broken', reason: KNOWN })],
  ['must', (id) => ({ id, is: 'broken', reason: '' })],
  ['should', (id) => ({ id, is: 'broken', reason: '' })],
  ['must', (id) => ({ id, is: 'blocked', reason: '', cause: id })],
  ['must', (id) => ({ id, is: 'not-exercised', need: 'state', reason: '' })],
  ['open', (id) => ({ id, is: 'observed', value: '' })],
  ['must', (id) => ({ id, is: 'held' })],
];

const exchange: Exchange = {
  method: '',
  url: '',
  requestHeaders: {},
  requestBody: '',
  status: 0,
  responseHeaders: {},
  responseBody: '',
  failure: '',
  note: '',
  durationMs: 0,
  curl: '',
};

/** A run without any request that still contains every verdict. */
function smallRun(catalogue: Catalogue): Run {
  const rows = Object.entries(catalogue)
    .slice(0, facts.length)
    .map(([id, requirement], index) => {
      const [level, of] = facts[index] ?? ['must', (id) => ({ id, is: 'held' })];
      return { id, requirement: { ...requirement, level }, fact: of(id as RequirementId) };
    });
  const input: RunInput = {
    catalogue: Object.fromEntries(rows.map(({ id, requirement }) => [id, requirement])),
    checks: rows.map(({ id, fact }) => ({
      name: '',
      capability: '',
      covers: [id],
      record: { facts: [fact], exchanges: [exchange] },
      durationMs: 0,
    })),
    began: true,
    complete: true,
    errors: [],
    version: '',
    target: { kind: 'live', name: '', urls: { auth: '', base: '', api: '' } },
    startedAt: new Date(),
    durationMs: 0,
    strict: false,
    shard: { current: 1, total: 1, run: '' },
    deviations: rows
      .slice(0, 1)
      .map(({ id }) => ({ requirement: id, reason: '', owner: '', expires: '9999-12-31', seen: KNOWN })),
  };
  return judgeRun({ ...input, baseline: judgeRun(input).file });
}
