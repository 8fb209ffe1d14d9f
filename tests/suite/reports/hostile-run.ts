import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { judgeRun } from '../../../reports/judge/run.ts';
import type { Check, Run } from '../../../reports/model.ts';
import { filesIn } from '../../../reports/output.ts';
import { checksWithSource } from '../../../reports/site/checks.ts';
import { evidenceFileOf } from '../../../reports/write/evidence-file.ts';
import type { Outcome } from '../../mutants/fate.ts';
import { matrixOf } from '../../mutants/matrix.ts';
import { catalogue } from '../../support/catalogue.ts';

/** What of a hostile text a page is to show, letter by letter. */
export const hostileShown =
  '</template></script><script>alert(1)</script><img src=x onerror=alert(2)>{{ 7*7 }} ${7*7} [x](javascript:alert(3))';

/** Markup, a template, a link, a colour, and text that runs backwards. */
const hostile = `${hostileShown} \u001b[31mred \u202eevil`;

/**
 * Writes the run of a hostile deployment: TEL-052 fails, IDN-097 is observed, and whatever it sent is markup. Beside it
 * a kill matrix whose texts are no better.
 */
export function writeHostileRun(directory: string): Run {
  const listed = checksWithSource();
  const check = (id: string, facts: NonNullable<Check['record']>['facts']): Check => {
    const one = listed.find(({ covers, isDeep }) => !isDeep && covers.includes(id));
    if (!one) throw new Error(`No check covers ${id}`);
    const exchange = {
      method: 'POST',
      url: `https://api.example/v2/x.json?q=${hostile}`,
      requestHeaders: { 'x-evil': hostile },
      requestBody: hostile,
      status: 500,
      responseHeaders: { 'x-evil': hostile },
      responseBody: hostile,
      durationMs: 3,
      curl: `curl '${hostile}'`,
    };
    return {
      name: one.name,
      capability: path.basename(one.file, '.spec.ts'),
      covers: one.covers,
      durationMs: 5,
      record: { facts, exchanges: [exchange] },
    };
  };
  const run = judgeRun({
    catalogue,
    checks: [
      check('TEL-052', [{ id: 'TEL-052', is: 'broken', reason: hostile }]),
      check('IDN-097', [{ id: 'IDN-097', is: 'observed', value: hostile }]),
    ],
    began: true,
    complete: true,
    errors: [hostile],
    version: '1.0.0',
    target: { kind: 'live', name: hostile, urls: { api: hostile } },
    startedAt: new Date(),
    durationMs: 10,
    strict: false,
  });
  const mutant: Outcome = {
    name: hostile,
    says: hostile,
    fate: 'killed',
    core: true,
    breaks: [{ id: 'TEL-052', verdict: 'fail', reason: hostile }],
    strays: ['TEL-056'],
    blocked: 0,
    durationMs: 1,
  };
  const survivor: Outcome = {
    ...mutant,
    name: 'survivor',
    fate: 'survived',
    survives: hostile,
    breaks: [{ id: 'TEL-060', verdict: 'pass', reason: '' }],
    strays: [],
  };
  const files = filesIn(directory);
  writeFileSync(files.verdicts, JSON.stringify(run.file));
  writeFileSync(files.evidence, JSON.stringify(evidenceFileOf(run)));
  const matrix = matrixOf([mutant, survivor], {
    whole: true,
    complete: true,
    durationMs: 1,
    variants: [],
    unblocked: [],
    constants: [],
    lost: [],
  });
  writeFileSync(path.join(directory, 'mutants.json'), JSON.stringify(matrix));
  return run;
}
