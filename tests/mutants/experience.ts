import { lastChecks } from '../order.ts';
import { catalogue, type RequirementId } from '../support/catalogue.ts';
import { isBroken } from './fate.ts';
import type { Listed } from './list-checks.ts';
import type { Told, Trial } from './told.ts';

/** What is known about a mutant before it is judged. */
export interface Known {
  readonly breaks: readonly RequirementId[];
  /** The names of the rules that it replaces: where the same ones are replaced, the same check often finds it. */
  readonly replaces?: readonly string[] | undefined;
}

/** What a run learns about its checks from the mutants that it has judged, to kill the others sooner. */
export interface Experience {
  /**
   * Sorts the titles of checks: the one that is expected to find most of what a mutant breaks in the least time comes
   * first.
   */
  inOrder(titles: readonly string[], mutant: Known): string[];
  /** Learns from what the checks reported about a mutant. */
  learn(trial: Pick<Trial, 'checks' | 'tookMs'>, mutant: Known): void;
}

/** What has been seen of one check. */
interface Seen {
  runs: number;
  ms: number;
  /** By requirement, and by requirement and replaced rules: how often the check was to find it broken, and has. */
  readonly finds: Map<string, Finds>;
}

interface Finds {
  readonly tries: number;
  readonly found: number;
}

/** How many mutants with the same rules it takes to outweigh the others that break the same requirement. */
const WEIGHT_OF_OTHERS = 2;

/** How long a check is expected to take before it has run: one that logs in or waits for callbacks takes longer. */
const EXPECTED_MS = { plain: 200, slow: 4000 };

/** Begins without experience: a check is expected to find half of what it may. */
export function experienceOf(checks: readonly Listed[]): Experience {
  const known = new Map<string, Listed & Seen>(
    checks.map((check) => [check.title, { ...check, runs: 1, ms: expectedMs(check), finds: new Map() }]),
  );
  const costOf = (title: string, { breaks, replaces }: Known): number => {
    const check = known.get(title);
    if (check === undefined) return Number.POSITIVE_INFINITY;
    const chances = breaks
      .filter((id) => check.covers.includes(id))
      .map((id) => chanceOf(check, id, replaces));
    return check.ms / check.runs / chances.reduce((sum, one) => sum + one, 0);
  };
  const isLast = (title: string) => known.get(title)?.file.endsWith(lastChecks) === true;
  return {
    inOrder(titles, mutant) {
      const costs = new Map(titles.map((title) => [title, costOf(title, mutant)]));
      const cost = (title: string) => costs.get(title) ?? 0;
      return titles.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)) || cost(a) - cost(b));
    },
    learn({ checks, tookMs }, { breaks, replaces }) {
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
          const isFound = isBroken({ id, verdict });
          for (const key of [id, keyOf(id, replaces)]) {
            const { tries, found } = check.finds.get(key) ?? NOTHING;
            check.finds.set(key, { tries: tries + 1, found: found + Number(isFound) });
          }
          if (isFound) sought.delete(id);
        }
      }
    },
  };
}

const NOTHING: Finds = { tries: 0, found: 0 };

/** The chance that a check finds a requirement broken where these rules are replaced; a half where nothing is known. */
function chanceOf({ finds }: Seen, id: RequirementId, replaces: Known['replaces']): number {
  const all = finds.get(id) ?? NOTHING;
  const kin = finds.get(keyOf(id, replaces)) ?? NOTHING;
  const chance = (all.found + 1) / (all.tries + 2);
  return (kin.found + WEIGHT_OF_OTHERS * chance) / (kin.tries + WEIGHT_OF_OTHERS);
}

function keyOf(id: RequirementId, replaces: readonly string[] = []): string {
  return [id, ...replaces.toSorted()].join(' ');
}

function expectedMs({ covers }: Listed): number {
  const needs = covers.flatMap((id) => catalogue[id].needs ?? []);
  return needs.some((need) => need === 'login' || need === 'callback') ? EXPECTED_MS.slow : EXPECTED_MS.plain;
}
