import { countsOf } from '../../../reports/judge/outcome.ts';
import type { Entry, Verdict, Verdicts } from '../../../reports/model.ts';

/** A row of a verdict file. */
export function row(id: string, verdict: Verdict, more: Partial<Entry> = {}): Entry {
  return {
    id,
    level: 'must',
    verdict,
    reason: verdict === 'pass' ? '' : 'a reason',
    observed: null,
    tests: ['a'],
    ...more,
  };
}

/** A row that no check spoke about, since none was selected. */
export function unselected(id: string): Entry {
  return row(id, 'not-exercised', { reason: 'not selected', tests: [] });
}

/** A verdict file with these rows, that does not contradict itself. */
export function fileOf(requirements: Entry[], more: Partial<Verdicts> = {}): Verdicts {
  return {
    schemaVersion: 1,
    complete: true,
    suite: { version: '1.0.0', catalogue: 'a'.repeat(64) },
    target: { kind: 'live', name: 'staging', urls: { api: 'https://api.example' } },
    startedAt: '2026-11-20T02:00:00.000Z',
    durationMs: 9,
    requests: 9,
    outcome: requirements.some(({ verdict }) => verdict === 'fail') ? 'non-conformant' : 'partial',
    counts: countsOf(requirements),
    requirements,
    ...more,
  };
}
