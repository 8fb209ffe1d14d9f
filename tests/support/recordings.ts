import { endSending, type Ledger } from './ledger.ts';
import type { Target } from './target.ts';
import type { RequestContext } from './wire.ts';

/**
 * Ends the recordings that a check has started and not ended, also after it failed. Several may run
 * on one call, and which of them Record=false ends is not told: so as many ends as starts.
 */
export async function endRecordings(
  target: Target,
  ledger: Ledger,
  telephony: RequestContext,
): Promise<void> {
  await endSending(ledger);
  // A mock records nothing.
  if (target.kind === 'mock') return;
  for (const path of ledger.recording.splice(0)) await telephony.post(path, { form: { Record: 'false' } });
}
