import { depthOf } from '../judge/drift.ts';
import type { VerdictFile } from '../model.ts';
import { count } from '../text.ts';

const headlines = {
  conformant: 'every must that can be checked holds',
  partial: 'nothing contradicts the interface, but some of it could not be checked here',
  'non-conformant': 'the deployment contradicts the interface',
  inconclusive: 'the run says nothing about the deployment',
} as const;

/** The outcome of a run in a sentence, with what keeps it from being better than partial. */
export function headlineOf({
  outcome,
  requirements,
}: {
  readonly outcome: VerdictFile['outcome'];
  readonly requirements: readonly Pick<VerdictFile['requirements'][number], 'verdict' | 'deviation'>[];
}): string {
  const known = requirements.filter(({ verdict, deviation }) => verdict === 'fail' && deviation).length;
  return outcome === 'partial' && known > 0
    ? `${count(known, 'known deviation')}; nothing else contradicts the interface`
    : headlines[outcome];
}

/** What a run of core checks alone leaves out, in a few words; nothing for any other. */
export function depthNote(file: Parameters<typeof depthOf>[0]): string[] {
  return depthOf(file) === 'core' ? ['core checks only: near misses not looked for'] : [];
}
