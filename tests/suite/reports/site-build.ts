import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

/** Where `site.setup.ts` leaves the site of a hostile run, for all tests that look at it. */
export const built = path.join(root, 'reports/out/suite-site');

/** The verdict file of the run that the site compares with. */
export const olderIn = (directory: string): string => path.join(directory, 'older.json');

/**
 * Runs `npm run docs`.
 *
 * @param out the folder of the run, and of the site
 * @returns the folder of the site
 * @throws with all that it printed where it fails
 */
export async function build(out: string, words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'reports/docs.ts', ...words], {
    cwd: root,
    env: { ...process.env, CONFORMANCE_OUTPUT: out },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(output);
  return path.join(out, 'site');
}
