import { EXIT } from './judge/outcome.ts';
import { plain } from './text.ts';

/**
 * Runs a command. An error is printed as one sentence, and the process exits with the code for "could not be done".
 *
 * @param work does the work, and may return an exit code
 */
export async function command(work: () => Promise<number | void> | number | void): Promise<void> {
  try {
    process.exitCode = (await work()) ?? EXIT.ok;
  } catch (error) {
    // The message may quote a file, which may quote a deployment.
    console.error(plain(error instanceof Error ? error.message : String(error)));
    process.exitCode = EXIT.inconclusive;
  }
}
