import type { Catalogue, Check, Finding, Need, Requirement, Row, Verdict } from '../model.ts';
import { line, shorten } from '../text.ts';
import { findingsOf } from './facts.ts';
import { condense } from './reason.ts';

/** In characters. */
const OBSERVED_LIMIT = 2000;

/** The verdicts, worst first: if several checks judge one row, the worst wins. */
const worstFirst = [
  'fail',
  'blocked',
  'warn',
  'not-exercised',
  'observed',
  'pass',
] as const satisfies Verdict[];

/** What one finding means at its requirement's level. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Empty for a pass. */
  readonly reason: string;
  readonly observed?: string;
  readonly need?: Need;
  readonly cause?: string;
}

/**
 * Decides what a finding means at the level of its requirement.
 *
 * A value observed at a must or a should is extra information beside a pass. At a choice it must be one of the stated
 * readings. A choice or open row that merely "held" is a defect of the suite, since there is nothing to report. An
 * open row is never judged, so breaking one is a defect too.
 */
export function judge(finding: Finding, requirement: Requirement): Judgement {
  const { level } = requirement;
  const judged = level === 'must' || level === 'should';
  switch (finding.is) {
    case 'held':
      if (judged) return { verdict: 'pass', reason: '' };
      return { verdict: 'blocked', reason: 'a defect of the suite: the check recorded no observed value' };
    case 'broken':
      if (level === 'open')
        return { verdict: 'blocked', reason: `an open point is never judged: ${condense(finding.reason)}` };
      return { verdict: level === 'should' ? 'warn' : 'fail', reason: condense(finding.reason) };
    case 'observed':
      return judgeValue(line(finding.value), requirement);
    case 'blocked':
      return {
        verdict: 'blocked',
        reason: condense(finding.reason),
        ...(finding.cause && { cause: finding.cause }),
      };
    case 'not-exercised':
      return {
        verdict: 'not-exercised',
        reason: condense(finding.reason),
        ...(finding.need && { need: finding.need }),
      };
  }
}

/** Starts the reason of a choice at which a value other than the stated ones was seen. */
export const NO_READING = 'no stated reading fits';

function judgeValue(value: string, { level, readings = {} }: Requirement): Judgement {
  // A deployment may have any number of fields, with any names.
  const observed = shorten(value, OBSERVED_LIMIT);
  if (level === 'must' || level === 'should') return { verdict: 'pass', reason: '', observed };
  if (level === 'open') return { verdict: 'observed', reason: 'the interface leaves this open', observed };
  if (Object.hasOwn(readings, observed))
    return { verdict: 'observed', reason: readings[observed] ?? '', observed };
  const stated = Object.keys(readings)
    .map((reading) => `"${reading}"`)
    .join(' or ');
  return {
    verdict: 'fail',
    reason: `${NO_READING}: expected ${stated}, got "${observed}"`,
    observed,
  };
}

/** The worse of two verdicts. */
export function worst(a: Verdict, b: Verdict): Verdict {
  return worstFirst.indexOf(a) <= worstFirst.indexOf(b) ? a : b;
}

/** Starts the reason of a row that no run can exercise; outcome, strict mode and exit code ignore it. */
export const UNTESTABLE = 'untestable: ';

/** Starts the reason of a row that this run did not select. */
export const UNSELECTED = 'not selected';

/** Why a row is not a pass although checks have touched it. */
const IN_PASSING = 'the checks that ran judge it only in passing';

/**
 * One row for each requirement of the catalogue, in its order, regardless of what ran. What a check judges in passing
 * (`further`) may show a deviation, but never that there is none: a pass needs a check that always judges the row.
 * @param checks every attempt of every selected check; ids that the catalogue lacks are ignored here
 * @param unselected why a row without a check was not exercised
 */
export function rowsOf(catalogue: Catalogue, checks: readonly Check[], unselected = UNSELECTED): Row[] {
  return touchedRowsOf(catalogue, checks, unselected).map((row) => {
    const { id, requirement, verdict, checks } = row;
    const isInPassing = checks.length > 0 && checks.every(({ further }) => further?.includes(id));
    if (verdict !== 'pass' || !isInPassing) return row;
    const reason = `${unselected}: ${IN_PASSING}`;
    return {
      ...row,
      ...fold([unexercised(requirement, reason)], id),
      tests: [],
      checks: [],
    };
  });
}

/** The same rows, from every check that touched them: what some checks alone have reported. */
export function touchedRowsOf(
  catalogue: Catalogue,
  checks: readonly Check[],
  unselected = UNSELECTED,
): Row[] {
  const spoken = new Map<string, Spoken[]>();
  for (const check of checks) {
    for (const finding of findingsOf(check)) {
      const requirement = Object.hasOwn(catalogue, finding.id) ? catalogue[finding.id] : undefined;
      if (!requirement) continue;
      const judgements = spoken.get(finding.id) ?? [];
      spoken.set(finding.id, judgements);
      judgements.push({ check, judgement: judge(finding, requirement) });
    }
  }
  return Object.entries(catalogue).map(([id, requirement]) => {
    const all = spoken.get(id) ?? [];
    const checks = [...new Set(all.map(({ check }) => check))];
    const judgements = withoutBesides(id, all);
    return {
      id,
      level: requirement.level,
      ...fold(
        judgements.length > 0
          ? judgements.map(({ judgement }) => judgement)
          : [unexercised(requirement, unselected)],
        id,
      ),
      tests: [...new Set(checks.map(({ name }) => name))],
      requirement,
      checks,
    };
  });
}

/** What a check says about a requirement. */
interface Spoken {
  readonly check: Check;
  readonly judgement: Judgement;
}

/**
 * What counts of all that was said about a requirement: if a check of its own has judged it, a check that would have
 * judged it in passing, and could not, takes nothing away from that. The evidence names it.
 */
function withoutBesides(id: string, all: readonly Spoken[]): readonly Spoken[] {
  const isBeside = ({ check }: Spoken) => check.further?.includes(id) ?? false;
  const isJudged = ({ judgement: { verdict } }: Spoken) =>
    verdict !== 'blocked' && verdict !== 'not-exercised';
  if (!all.some((one) => !isBeside(one) && isJudged(one))) return all;
  return all.filter((one) => !isBeside(one) || one.judgement.verdict !== 'blocked');
}

/** Ids that checks name but the catalogue lacks: a defect of the suite, which has to be reported. */
export function unknownIds(catalogue: Catalogue, checks: readonly Check[]): string[] {
  const named = checks.flatMap((check) => [
    ...check.covers,
    ...(check.record?.facts ?? []).map(({ id }) => id),
  ]);
  return [...new Set<string>(named)].filter((id) => !Object.hasOwn(catalogue, id));
}

function unexercised({ untestable, unwritten }: Requirement, unselected: string): Judgement {
  const reason = untestable
    ? `${UNTESTABLE}${untestable}`
    : unwritten
      ? `not written yet: ${unwritten}`
      : unselected;
  return { verdict: 'not-exercised', reason };
}

/** Several judgements of one requirement, combined. */
export interface Folded extends Omit<Judgement, 'observed'> {
  readonly observed: string | null;
  readonly reasons?: string[];
  readonly blocked?: string[];
}

/**
 * Combines several judgements of one requirement: the worst verdict, the reason of the first judgement with that
 * verdict, and all reasons if there are several. Observed values are always kept. So are the reasons of blocked
 * checks beside a fail, unless the fail itself blocks them: it is unknown what those checks would have shown.
 *
 * @param id the requirement
 */
export function fold(judgements: readonly Judgement[], id: string): Folded {
  const verdict = judgements.map((one) => one.verdict).reduce(worst);
  const same = judgements.filter((one) => one.verdict === verdict);
  const first = same[0] as Judgement;
  const values = [...new Set(judgements.flatMap(({ observed }) => observed ?? []))];
  const reasons = reasonsOf(same);
  const others = reasons.length - 1;
  const isBeside = (one: Judgement): boolean => one.verdict === 'blocked' && one.cause !== id;
  const blocked = verdict === 'fail' ? reasonsOf(judgements.filter(isBeside)) : [];
  return {
    ...first,
    reason: [
      first.reason,
      ...(others > 0 ? [`(and ${others} more)`] : []),
      ...blocked.slice(0, 1).map((reason) => `(and a check is blocked: ${reason})`),
    ].join(' '),
    ...((others > 0 || blocked.length > 0) && { reasons }),
    ...(blocked.length > 0 && { blocked }),
    observed: values.length > 0 ? values.join('; ') : null,
  };
}

function reasonsOf(judgements: readonly Judgement[]): string[] {
  return [...new Set(judgements.map(({ reason }) => reason))];
}
