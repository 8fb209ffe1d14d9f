import type { Check, Ending, Finding } from '../model.ts';
import { duration } from '../text.ts';

/**
 * Completes what one check found. What it recorded counts; a requirement that it covers but recorded nothing about is
 * judged by how the check ended. By construction, there can be no pass without a judgement, and no failure hidden by
 * facts recorded before it.
 * @returns at least one finding for each covered requirement that the check has to judge
 */
export function findingsOf(check: Check): Finding[] {
  const recorded: readonly Finding[] = check.record?.facts ?? [];
  const spoken = new Set<string>(recorded.map(({ id }) => id));
  const silent = check.covers.filter((id) => !spoken.has(id) && !check.further?.includes(id));
  // The record may not say why the check ended. If so, what the check found to hold may not be all that it had to
  // judge.
  const untold = silent.length === 0 && wentWrong(check.ending) && !tellEnd(recorded, check);
  return [...recorded, ...(untold ? check.covers : silent).map((id) => endingAs(id, check))];
}

/** Whether a finding is the reason why the check ended. */
function tellEnd(recorded: readonly Finding[], { record }: Check): boolean {
  const cause = record?.stopped?.cause;
  return recorded.some(({ id, is }) => is === 'blocked' || (is === 'broken' && id === cause));
}

function wentWrong({ is }: Ending): boolean {
  return is === 'timed-out' || is === 'interrupted' || is === 'refuted' || is === 'broke';
}

/** What the end of a check says about a requirement that it covers. */
function endingAs(id: string, { covers, ending, record }: Check): Finding {
  const alone = covers.length === 1;
  switch (ending.is) {
    case 'passed':
      return alone ? { id, is: 'held' } : { id, is: 'blocked', reason: 'the check ended without judging it' };
    case 'skipped':
    case 'not-run':
      // No need is known here: a check that knows one records it.
      return { id, is: 'not-exercised', reason: ending.reason };
    case 'prevented':
      return { id, is: 'blocked', reason: ending.reason };
    case 'timed-out':
      return { id, is: 'blocked', reason: `the check did not end within ${duration(ending.afterMs)}` };
    case 'interrupted':
      return { id, is: 'blocked', reason: 'the run was cut off during this check' };
    case 'refuted':
      if (record?.stopped) return { id, is: 'blocked', ...record.stopped };
      return { id, is: alone ? 'broken' : 'blocked', reason: ending.reason };
    case 'broke':
      if (record?.stopped) return { id, is: 'blocked', ...record.stopped };
      return { id, is: 'blocked', reason: `the check itself broke: ${ending.reason}` };
  }
}
