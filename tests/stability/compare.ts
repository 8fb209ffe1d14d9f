import { differenceOf } from '../../reports/judge/drift.ts';
import type { Change, Entry } from '../../reports/model.ts';

/** How a reason tells that nothing came back: `POST /v2/… got no answer (…)`. */
const NO_ANSWER = 'no answer';

/** A requirement of which two runs on the same deployment say different things. */
export interface Instability extends Change {
  /** Whether the run itself says that a connection was lost, so that the deployment is told to have answered nothing. */
  readonly excused: boolean;
}

/**
 * What a run says differently from another of the same deployment, in verdict or observed value.
 *
 * Nothing may differ while every answer arrives. Where connections are cut a requirement may become blocked; it may
 * also become broken, since an answer that does not come is no refusal: but only by a reason that says so, and never
 * the other way round, from broken to held.
 *
 * @param lossy whether connections were cut
 */
export function instabilities(first: readonly Entry[], run: readonly Entry[], lossy: boolean): Instability[] {
  return differenceOf(first, run)
    .changes.filter(({ what }) => what.includes('verdict') || what.includes('observed'))
    .map((change) => ({ ...change, excused: lossy && isLoss(change) }));
}

function isLoss({ kind, new: now, what }: Change): boolean {
  if (!what.includes('verdict'))
    return now.verdict === 'observed' && (now.observed ?? '').includes(NO_ANSWER);
  return now.verdict === 'blocked' || (kind === 'regression' && now.reason.includes(NO_ANSWER));
}
