import { writeFileSync } from 'node:fs';
import { recordRequests } from './recording.ts';

/** The environment variable with the name of the file that a run's requests are written to, as JSON. */
export const RECORDING = 'BENCH_RECORDING';

/** Runs before our own target starts in this process, and records the requests that it receives. */
export default function record(): () => void {
  const end = recordRequests();
  return () => writeFileSync(process.env[RECORDING] ?? '', JSON.stringify(end()));
}
