import { type Spared, sparedOf } from './alarms.ts';
import { groupsOf, type Member } from './groups.ts';
import type { Listed } from './list-checks.ts';
import type { Harmless } from './mutant.ts';
import { type Watched, watchReach } from './reach.ts';
import { startDiffering } from './start-differing.ts';
import type { Trial } from './told.ts';
import { type Candidate, tryAll } from './trial.ts';

/**
 * Reports that a stage begins: what it is, and how many deployments it has; returns a function to call for each that
 * has ended.
 */
type Stage = (says: string, all: number) => (name: string) => void;

/** How many runs are parallel: to the end, the checks of recordings and callbacks mostly wait. */
const SIDE_BY_SIDE = 6;

/** What was found about many harmless variants. */
interface Found {
  readonly spared: Spared[];
  /** Those that a check has not run on. */
  readonly lost: string[];
  /** Those that no check reaches. */
  readonly unreached: string[];
}

/**
 * Judges many harmless variants, several of them in one deployment. A check that reports the same on it as on the
 * reference has found nothing wrong with any of them; all other checks run again, on each variant alone.
 *
 * @param checks those that judge
 * @param alarmed gets what was wrongly reported about a variant as soon as it is known
 */
export async function judgeHarmless(
  variants: readonly (readonly [string, Harmless])[],
  checks: readonly Listed[],
  stage: Stage,
  alarmed: (spared: Spared) => void,
): Promise<Found> {
  const watched = await watchReach(checks, stage('What each check reaches on the reference', checks.length));
  const members: Member[] = [];
  for (const [name, variant] of variants)
    members.push({ name, variant, reach: await watched.reachOf(variant.replace()) });
  const isReached = ({ reach }: Member) => reach.checks.length > 0;
  const doubted = await tryGroups(await groupsOf(members.filter(isReached)), watched, stage);
  const alone = await tryAlone(members, doubted, stage, alarmed);
  // A check may run and have nothing to say about a variant; one that has not run has said nothing.
  const hasRun = (name: string, title: string) => alone.get(name)?.checks[title] !== undefined;
  const isLost = ({ name }: Member) => doubted.get(name)?.some((title) => !hasRun(name, title)) === true;
  return {
    spared: members
      .filter((member) => isReached(member) && !isLost(member))
      .map(({ name, variant }) => sparedOf(name, variant, alone.get(name) ?? { told: [] })),
    lost: namesOf(members.filter(isLost)),
    unreached: namesOf(members.filter((member) => !isReached(member))),
  };
}

/** Runs the suite on each group. Returns the checks that each variant still has to be judged by, by its name. */
async function tryGroups(
  groups: readonly Member[][],
  { reports }: Watched,
  stage: Stage,
): Promise<ReadonlyMap<string, string[]>> {
  const called = groups.map(() => new Set<string>());
  const candidates = groups.map((group, index) => ({
    name: `group ${index + 1}`,
    checks: [...new Set(group.flatMap(({ reach }) => reach.checks))],
    start: () => startDiffering(variantsOf(group), called[index]),
  }));
  const trials = await tryAll(candidates, stage('Groups of harmless variants', groups.length), {
    sideBySide: SIDE_BY_SIDE,
  });
  const doubted = new Map<string, string[]>();
  for (const [index, group] of groups.entries()) {
    const name = candidates[index]?.name;
    const trial = trials.find((one) => one.name === name);
    if (trial === undefined) console.error(`\nno result for ${name}: ${namesOf(group).join(', ')}`);
    for (const { name, reach } of group) {
      // A rule that another variant keeps from being called has shown nothing.
      const isShown = [...reach.rules].every((rule) => called[index]?.has(rule));
      const left = reach.checks.filter((title) => !isShown || differs(trial, reports, title));
      if (left.length > 0) doubted.set(name, left);
    }
  }
  return doubted;
}

/** Whether a check has reported anything other than on the reference. */
function differs(trial: Trial | undefined, reports: Watched['reports'], title: string): boolean {
  return trial?.checks[title]?.join() !== reports.get(title)?.join();
}

async function tryAlone(
  members: readonly Member[],
  doubted: ReadonlyMap<string, string[]>,
  stage: Stage,
  alarmed: (spared: Spared) => void,
): Promise<ReadonlyMap<string, Trial>> {
  const variants = new Map(members.map(({ name, variant }) => [name, variant]));
  const candidates: Candidate[] = members.flatMap((member) => {
    const checks = doubted.get(member.name);
    return checks ? [{ name: member.name, checks, start: () => startDiffering(variantsOf([member])) }] : [];
  });
  const heard = stage('Harmless variants alone', candidates.length);
  const trials = await tryAll(candidates, heard, {
    sideBySide: SIDE_BY_SIDE,
    came: (some) => {
      for (const trial of some) {
        const variant = variants.get(trial.name);
        const spared = variant && sparedOf(trial.name, variant, trial);
        if (spared !== undefined && spared.alarms.length > 0) alarmed(spared);
      }
    },
  });
  return new Map(trials.map((trial) => [trial.name, trial]));
}

function namesOf(some: readonly Member[]): string[] {
  return some.map(({ name }) => name);
}

function variantsOf(group: readonly Member[]): Harmless[] {
  return group.map(({ variant }) => variant);
}
