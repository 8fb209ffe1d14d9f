import { startReference } from '../../reference/start.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import { mutants } from '../bank/index.ts';
import { type Constant, constants, startConstant } from '../constant.ts';
import { fateOf } from '../fate.ts';
import type { Mutant } from '../mutant.ts';
import { refusing } from '../refusing.ts';
import type { Trial } from '../reporter.ts';
import { shapeMutants } from '../shapes.ts';
import { startDiffering } from '../start-differing.ts';
import type { Candidate, Listed } from '../trial.ts';
import type { Place } from './places.ts';

/** A deployment by which the loss of an assertion may show. */
export interface Suspect extends Candidate {
  readonly checks: readonly string[];
  /** Whether what is told of it with the assertion matters as well. */
  readonly compares: boolean;
  /** Whether the loss shows, by what was told of it without the assertion, and with it. */
  readonly shows: (without: Trial, within: Trial | undefined) => boolean;
}

/** Deployments that refuse, wholly or in a part. */
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

/** The mutants that can be told from the reference. */
const detectable = [...mutants].filter(([, { survives }]) => survives === undefined);

/** Those of behaviour: those of the shape of bodies are for the schemas to find. */
const behaving = detectable.filter(([name]) => !(name in shapeMutants));

/** The first of those of the shape of bodies for each part of a body. */
const shaping = new Map(
  detectable
    .filter(([name]) => name in shapeMutants)
    .map((one) => [one[1].breaks.join(), one] as const)
    .toReversed(),
);

/**
 * The deployments that may tell whether an assertion is missed, those first that tell most: a mutant that survives
 * without it, or one on which something is judged that could not be before.
 */
export function suspectsOf(place: Place, checks: readonly Listed[]): Suspect[] {
  const surviving = place.assertion.kind === 'control' ? [] : survivors(place, checks);
  return [...surviving, ...refused(place)];
}

/**
 * The mutants that break what an assertion decides, as far as that: what else they break is for other checks to
 * say. Those come first that are told in the words of the assertion, and of these, those that break least.
 */
function survivors(place: Place, checks: readonly Listed[]): Suspect[] {
  const { assertion, own } = place;
  const covered = new Set(own.flatMap(({ covers }) => covers));
  const ids = new Set(assertion.decides ?? covered);
  // What is judged by a schema is judged by nothing else that could be removed.
  return [...behaving, ...(assertion.kind === 'judgement' ? shaping.values() : [])]
    .filter(([, { breaks }]) => breaks.some((id) => ids.has(id)))
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
      start: () => startDiffering([mutant]),
      compares: false,
      shows: (without) => fateOf(name, mutant, without).fate !== 'killed',
    }));
}

/** How many words of an assertion and of its check a mutant is told in. */
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

/** Those that break what a control is there for, and those that refuse. */
function refused({ assertion: { cause }, own }: Place): Suspect[] {
  const causing = behaving.filter(([, { breaks }]) => cause !== undefined && breaks.includes(cause));
  const starts = [
    ...causing.map(([name, mutant]) => [name, () => startDiffering([mutant])] as const),
    ...Object.entries(refusers),
  ];
  return starts.map(([name, start]) => ({
    name,
    checks: own.map(({ title }) => title),
    start,
    compares: true,
    shows: (without, within) => judgedOn(without).some((id) => !judgedOn(within).includes(id)),
  }));
}

/** What is judged or observed, rather than blocked. */
function judgedOn(trial: Trial | undefined): RequirementId[] {
  return (trial?.told ?? [])
    .filter(({ verdict }) => verdict !== 'blocked' && verdict !== 'not-exercised')
    .map(({ id }) => id);
}
