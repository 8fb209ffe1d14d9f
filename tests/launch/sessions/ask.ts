import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { COEXIST } from '../order.ts';

const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
const config = fileURLToPath(new URL('playwright.config.ts', import.meta.url));

/**
 * Finds out whether sessions of one user coexist at the live target that the environment describes, by a Playwright run
 * of its own: how many workers act as the user is settled before a run begins.
 *
 * @returns `coexist`, or the reason why the checks that act as the user have to come one after the other
 */
export async function askSessions(env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [playwright, 'test', '-c', config], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  if (code === 0) return COEXIST;
  return printed.trim().split('\n').at(-1) || 'not found out';
}
