import type { RequirementId } from '../catalogue.ts';
import type { Fact } from './check-record.ts';

/** How a check came to its end. */
export type End =
  | { readonly is: 'completed' }
  /** An assertion failed outside `judge` and `establish`. */
  | { readonly is: 'refuted'; readonly reason: string }
  /** The suite knows why nothing more can be concluded: a control, a login, the connection. */
  | { readonly is: 'stopped'; readonly reason: string; readonly cause?: RequirementId }
  /** The target does not offer what the rest needs. */
  | { readonly is: 'skipped'; readonly reason: string }
  | { readonly is: 'timed-out'; readonly afterMs: number }
  | { readonly is: 'interrupted' }
  /** Anything else went wrong: a mistake of the suite itself. */
  | { readonly is: 'broke'; readonly reason: string };

/** What a check covers, and what it has recorded before its end. */
export interface Recorded {
  readonly covers: readonly RequirementId[];
  /** Covered requirements that it may leave unjudged. */
  readonly further: ReadonlySet<RequirementId>;
  /** Those of them that it does leave unjudged, so that its end says nothing about them. */
  readonly closed: ReadonlySet<RequirementId>;
  readonly facts: readonly Fact[];
}

/**
 * What the end of a check says about the requirements that it covers, in addition to what it has recorded. This is the
 * only place where an end becomes a fact: nothing holds unless the check completed, only an assertion breaks anything,
 * and a check that went wrong leaves something blocked.
 *
 * @returns the facts to add; with those recorded before, each requirement that the check has to judge has at least one
 */
export function factsOfEnd(check: Recorded, end: End): Fact[] {
  const { covers, further, closed, facts } = check;
  const silent = covers.filter((id) => !further.has(id) && !facts.some((fact) => fact.id === id));
  const alone = covers.length === 1;
  const all = (ids: readonly RequirementId[], fact: Unnamed): Fact[] => ids.map((id) => ({ id, ...fact }));
  switch (end.is) {
    case 'completed':
      return all(silent, alone ? { is: 'held' } : blocked('the check ended without judging it'));
    case 'skipped':
      return all(silent, { is: 'not-exercised', reason: end.reason });
    case 'refuted':
      return all(unsure(check, silent), alone ? { is: 'broken', reason: end.reason } : blocked(end.reason));
    case 'stopped':
      return all(unsure(check, silent, end.cause), blocked(end.reason, end.cause));
    case 'timed-out':
      return all(unsure(check, silent), blocked(`the check did not end within ${seconds(end.afterMs)}`));
    case 'interrupted':
      return all(unsure(check, silent), blocked('the run was cut off during this check'));
    case 'broke':
      // What it found to hold may not be all that it had to judge.
      return all(
        covers.filter(
          (id) => !closed.has(id) && !facts.some((fact) => fact.id === id && fact.is === 'not-exercised'),
        ),
        blocked(`the check itself broke: ${end.reason}`),
      );
  }
}

/** A fact about a requirement that is not named yet. */
type Unnamed = Fact extends infer F ? (F extends Fact ? Omit<F, 'id'> : never) : never;

function blocked(reason: string, cause?: RequirementId): Unnamed {
  return { is: 'blocked', reason, ...(cause && { cause }) };
}

/**
 * What an early end leaves unsure: what has not been judged yet. If all of it has been, what was found to hold may not
 * be all that was to be judged; unless a fact already tells why the check ended.
 */
function unsure(check: Recorded, silent: readonly RequirementId[], cause?: RequirementId) {
  if (silent.length > 0) return silent;
  const { covers, closed, facts } = check;
  const isTold = facts.some(({ id, is }) => is === 'blocked' || (is === 'broken' && id === cause));
  return isTold ? [] : covers.filter((id) => !closed.has(id));
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
