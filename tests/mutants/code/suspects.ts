import type { Verdict } from '../../../reports/model.ts';
import { startReference } from '../../reference/start.ts';
import { mutants } from '../bank/index.ts';
import { type Constant, constants, startConstant } from '../constant.ts';
import { fateOf } from '../fate.ts';
import type { Listed } from '../list-checks.ts';
import type { Mutant } from '../mutant.ts';
import { locking, refusing } from '../refusing.ts';
import { shapeMutants } from '../shapes.ts';
import { startDiffering } from '../start-differing.ts';
import type { Trial } from '../told.ts';
import type { Candidate } from '../trial.ts';
import type { Place } from './places.ts';

/** A deployment that may reveal the loss of an assertion. */
export interface Suspect extends Candidate {
  readonly checks: readonly string[];
  /** Whether the results without the assertion, and with it, reveal the loss. */
  readonly shows: (without: Trial, within: Trial) => boolean;
}

/** Deployments that refuse everything, or refuse in one part. */
const refusers: Readonly<Record<string, Candidate['start']>> = {
  ...Object.fromEntries(
    Object.entries(refusing).map(([name, rules]) => [name, () => startReference({ rules: rules() })]),
  ),
  ...Object.fromEntries(
    ['constant-400', 'constant-404', 'constant-empty-object', 'constant-redirect'].map((name) => [
      name,
      () => startConstant(constants[name] as Constant),
    ]),
  ),
};

/** The mutants that can be distinguished from the reference. */
const detectable = [...mutants].filter(([, { survives }]) => survives === undefined);

/** Mutants of behaviour: those of the shape of bodies are for the schemas to detect. */
const behaving = detectable.filter(([name]) => !(name in shapeMutants));

/** For each part of a body, the first mutant of its shape. */
const shaping = new Map(
  detectable
    .filter(([name]) => name in shapeMutants)
    .map((one) => [one[1].breaks.join(), one] as const)
    .toReversed(),
);

/**
 * The deployments that may show whether an assertion is missed, the most telling first: mutants that survive without
 * it, mutants that break what a control guards against, and deployments that refuse. By the last two something is
 * judged that could not be judged before.
 */
export const kindsOfSuspects: readonly ((place: Place, checks: readonly Listed[]) => Suspect[])[] = [
  survivors,
  ({ assertion: { cause }, own }) =>
    judgingMore(
      own,
      behaving
        .filter(([, { breaks }]) => cause !== undefined && breaks.includes(cause))
        .map(([name, mutant]) => [name, () => startDiffering([mutant])]),
    ),
  ({ own }) => judgingMore(own, [...Object.entries(refusers), ...lockersFor(own)]),
];

/** Deployments that lock. A lock outlasts the check that causes it, so these checks do not share one with others. */
function lockersFor(own: Place['own']): (readonly [name: string, start: Candidate['start']])[] {
  const titles = own.map(({ title }) => title).join(', ');
  return Object.entries(locking).map(([name, rules]) => [
    `${name} in ${titles}`,
    () => startReference({ rules: rules() }),
  ]);
}

/**
 * The mutants that break what the checks of an assertion cover, reduced to that: what else they break is for other
 * checks to detect. Those described in the words of the assertion come first, and among these, those that break least.
 */
function survivors(place: Place, checks: readonly Listed[]): Suspect[] {
  const { assertion, own } = place;
  if (assertion.kind === 'control') return [];
  const covered = new Set(own.flatMap(({ covers }) => covers));
  // Whatever a schema judges is judged by no other assertion that could be removed.
  return [...behaving, ...(assertion.kind === 'judgement' ? shaping.values() : [])]
    .flatMap(([name, mutant]): [string, Mutant][] => {
      const [first, ...rest] = mutant.breaks.filter((id) => covered.has(id));
      return first === undefined ? [] : [[name, { ...mutant, breaks: [first, ...rest] }]];
    })
    .map(([name, mutant]) => ({ name, mutant, nearness: nearness(place, mutant) }))
    .toSorted((a, b) => b.nearness - a.nearness || a.mutant.breaks.length - b.mutant.breaks.length)
    .map(({ name, mutant }) => ({
      name,
      checks: checks
        .filter(({ covers }) => covers.some((id) => mutant.breaks.includes(id)))
        .map(({ title }) => title),
      breaks: mutant.breaks,
      start: () => startDiffering([mutant]),
      shows: (without, within) => isKilled(name, mutant, within) && !isKilled(name, mutant, without),
    }));
}

function isKilled(name: string, mutant: Mutant, trial: Trial): boolean {
  return fateOf(name, mutant, trial).fate === 'killed';
}

/** How many words the description of a mutant shares with an assertion and its check. */
function nearness({ assertion, own }: Place, { says }: Mutant): number {
  const words = wordsOf(
    [assertion.text, ...(own.length === 1 ? own.map(({ title }) => title) : [])].join(' '),
  );
  return [...wordsOf(says)].filter((word) => words.has(word)).length;
}

/** The longer words of a text; the short ones are in every sentence. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z]{4,}/g));
}

/** Deployments on which these checks should judge nothing more without an assertion than with it. */
function judgingMore(
  own: readonly Listed[],
  starts: readonly (readonly [name: string, start: Candidate['start']])[],
): Suspect[] {
  const titles = own.map(({ title }) => title);
  return starts.map(([name, start]) => ({
    name,
    checks: titles,
    start,
    shows: (without, within) =>
      judgedBy(titles, without).some((fact) => !judgedBy(titles, within).includes(fact)),
  }));
}

/** What these checks judge or observe, rather than call blocked, each as the check and the requirement. */
function judgedBy(titles: readonly string[], { checks }: Trial): string[] {
  return titles.flatMap((title) =>
    (checks[title] ?? [])
      .map((told) => told.split(' ') as [id: string, verdict: Verdict])
      .filter(([, verdict]) => verdict !== 'blocked' && verdict !== 'not-exercised')
      .map(([id]) => `${title}: ${id}`),
  );
}
