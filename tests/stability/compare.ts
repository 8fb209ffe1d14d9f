import { differenceOf } from '../../reports/judge/drift.ts';
import type { Change, Entry } from '../../reports/model.ts';

/** How a reason says that nothing came back: `POST /v2/… got no answer (…)`. */
const NO_ANSWER = 'no answer';

/** A requirement for which two runs on the same deployment have different results. */
export interface Instability extends Change {
  /** Whether the run itself says that a connection was lost, so its result only means that there was no answer. */
  readonly excused: boolean;
}

/**
 * Where the verdict or observed value of a run differs from that of another run on the same deployment.
 *
 * Nothing may differ as long as every answer arrives. Where connections are cut, a requirement may become blocked. It
 * may also become broken, since a missing answer is not a refusal, but only with a reason that says so; the opposite
 * change, from broken to held, is never excused.
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
