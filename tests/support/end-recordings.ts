import type { RequestContext } from './http.ts';
import { endSending, type Ledger, Stopped } from './ledger.ts';
import type { Target } from './target.ts';

/**
 * Ends the recordings that a check has started and not ended, even if it failed. Several may run on one call, and it
 * is not known which one Record=false ends, so there are as many ends as starts.
 */
export async function endRecordings(
  target: Target,
  ledger: Ledger,
  telephony: RequestContext,
): Promise<void> {
  await endSending(ledger);
  // The mock records nothing.
  if (target.kind === 'mock') return;
  for (const path of ledger.recording.splice(0)) await endOne(ledger, telephony, path);
}

/** How often the end of a recording is requested if no answer, or only one from a proxy, has come. */
const MOST_TRIES = 3;

async function endOne(ledger: Ledger, telephony: RequestContext, path: string): Promise<void> {
  const { stopped } = ledger;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    try {
      const { status } = await telephony.post(path, { form: { Record: 'false' } });
      if (status > 0 && status < 500) return;
    } catch (error) {
      // A rate limit says nothing about what the check has judged.
      if (!(error instanceof Stopped)) throw error;
      if (stopped === undefined) delete ledger.stopped;
      else ledger.stopped = stopped;
    }
  }
  console.warn(`A recording may go on, since its end was not answered: POST ${path}, Record=false`);
}
