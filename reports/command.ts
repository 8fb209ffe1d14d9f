import { EXIT } from './judge/outcome.ts';

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
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = EXIT.inconclusive;
  }
}
