import { EXIT } from './judge/outcome.ts';
import { plain } from './text.ts';

/**
 * Runs one of the commands beside the runs. What it throws is told in one sentence, and ends the process
 * with the exit code for "could not be done".
 *
 * @param work does it, and returns the exit code where it has one to tell
 */
export async function command(work: () => Promise<number | void> | number | void): Promise<void> {
  try {
    process.exitCode = (await work()) ?? EXIT.ok;
  } catch (error) {
    // It may quote a file, and that a deployment.
    console.error(plain(error instanceof Error ? error.message : String(error)));
    process.exitCode = EXIT.inconclusive;
  }
}
