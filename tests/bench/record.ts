import { writeFileSync } from 'node:fs';
import { recordRequests } from './recording.ts';

/** The environment variable that names the file to write the requests of a run to, as JSON. */
export const RECORDING = 'BENCH_RECORDING';

/** Before the target of our own starts in this process: records what it will be asked. */
export default function record(): () => void {
  const end = recordRequests();
  return () => writeFileSync(process.env[RECORDING] ?? '', JSON.stringify(end()));
}
