import { lastChecks } from '../order.ts';
import { catalogue, type RequirementId } from '../support/catalogue.ts';
import { isBroken } from './fate.ts';
import type { Listed } from './list-checks.ts';
import type { Told, Trial } from './told.ts';

/** What a run learns about its checks from the mutants that it has judged, to kill the others sooner. */
export interface Experience {
  /**
   * Sorts the titles of checks: the one that is expected to find most of these requirements broken in the least time
   * comes first.
   */
  inOrder(titles: readonly string[], breaks: readonly RequirementId[]): string[];
  /** Learns from what the checks reported about a mutant that breaks these requirements. */
  learn(trial: Pick<Trial, 'checks' | 'tookMs'>, breaks: readonly RequirementId[]): void;
}

/** What has been seen of one check. */
interface Seen {
  runs: number;
  ms: number;
  /** By requirement: on how many mutants that break it the check ran, and on how many it found that. */
  readonly finds: Map<RequirementId, { tries: number; found: number }>;
}

/** How long a check is expected to take before it has run: one that logs in or waits for callbacks takes longer. */
const EXPECTED_MS = { plain: 200, slow: 4000 };

/** Begins without experience: a check is expected to find half of what it may. */
export function experienceOf(checks: readonly Listed[]): Experience {
  const known = new Map<string, Listed & Seen>(
    checks.map((check) => [check.title, { ...check, runs: 1, ms: expectedMs(check), finds: new Map() }]),
  );
  const costOf = (title: string, breaks: readonly RequirementId[]): number => {
    const check = known.get(title);
    if (check === undefined) return Number.POSITIVE_INFINITY;
    const chances = breaks
      .filter((id) => check.covers.includes(id))
      .map((id) => check.finds.get(id) ?? { tries: 0, found: 0 })
      .map(({ tries, found }) => (found + 1) / (tries + 2));
    return check.ms / check.runs / chances.reduce((sum, one) => sum + one, 0);
  };
  const isLast = (title: string) => known.get(title)?.file.endsWith(lastChecks) === true;
  return {
    inOrder(titles, breaks) {
      const costs = new Map(titles.map((title) => [title, costOf(title, breaks)]));
      const cost = (title: string) => costs.get(title) ?? 0;
      return titles.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)) || cost(a) - cost(b));
    },
    learn({ checks, tookMs }, breaks) {
      const sought = new Set<string>(breaks);
      // In the order in which they ran: what one check has found, the next may leave out.
      for (const [title, reports] of Object.entries(checks)) {
        const [check, took] = [known.get(title), tookMs[title]];
        if (check === undefined || took === undefined) continue;
        check.runs += 1;
        check.ms += took;
        for (const report of reports) {
          const [id, verdict] = report.split(' ') as [Told['id'], Told['verdict']];
          if (!sought.has(id)) continue;
          const { tries, found } = check.finds.get(id) ?? { tries: 0, found: 0 };
          const isFound = isBroken({ id, verdict });
          check.finds.set(id, { tries: tries + 1, found: found + Number(isFound) });
          if (isFound) sought.delete(id);
        }
      }
    },
  };
}

function expectedMs({ covers }: Listed): number {
  const needs = covers.flatMap((id) => catalogue[id].needs ?? []);
  return needs.some((need) => need === 'login' || need === 'callback') ? EXPECTED_MS.slow : EXPECTED_MS.plain;
}
