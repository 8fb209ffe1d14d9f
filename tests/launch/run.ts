/**
 * The launcher behind `npm run conformance` and its siblings: points the suite at one kind of target,
 * runs Playwright with all remaining arguments, and exits with what the verdict file says. Playwright
 * alone cannot: it knows failed tests, not requirements.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { command } from '../../reports/command.ts';
import { withoutReporters } from '../../reports/guard/others.ts';
import { isLeak } from '../../reports/guard/scan.ts';
import { withoutWireLogs } from '../../reports/guard/wire-logs.ts';
import { EXIT, exitCodeOf, isStrict } from '../../reports/judge/outcome.ts';
import type { VerdictFile } from '../../reports/model.ts';
import { assertWritable, defaultOutput, filesIn } from '../../reports/output.ts';
import { readDotEnv } from '../support/dot-env.ts';
import { SESSIONS, withoutLastChecks } from './order.ts';
import { HANDED, type Handed, startOwn } from './own-targets.ts';
import { askSessions } from './sessions/ask.ts';

/** The targets, by the argument that selects them. */
const kinds: Readonly<Record<string, string>> = {
  mock: 'the documents, served by Prism in this process',
  reference: 'the stateful reference deployment, in this process',
  live: 'the deployment that the TARGET_* settings describe (see .env.example)',
};

/** With these options, Playwright judges nothing, so its own exit code is returned. */
const showsOnly = new Set(['--list', '--help', '-h', '--version', '--ui', '--ui-host', '--ui-port']);

const [kind = '', ...passed] = process.argv.slice(2);
await command(() => {
  if (Object.hasOwn(kinds, kind)) return run(kind, passed);
  const known = Object.entries(kinds).map(([name, what]) => `  ${name}  ${what}`);
  throw new Error([`Unknown target "${kind}". The targets are:`, ...known].join('\n'));
});

async function run(kind: string, passed: readonly string[]): Promise<number> {
  // The file may also contain settings that say how the run is judged.
  if (kind === 'live') readDotEnv();
  const judges = !passed.some((argument) => showsOnly.has(argument.split('=')[0] ?? ''));
  const { verdicts } = filesIn(defaultOutput());
  if (judges) {
    assertWritable(defaultOutput());
    rmSync(verdicts, { force: true });
  }
  const env = { ...process.env, CONFORMANCE_TARGET: kind };
  // A few checks are not worth the question.
  const asks = kind === 'live' && judges && withoutLastChecks(passed).length === 0;
  const sessions = asks ? await askSessions(env) : '';
  // Its target starts while Playwright loads.
  const own = judges && kind !== 'live' ? startOwn(kind) : undefined;
  const { code, signal } = await playwright(
    { ...env, [SESSIONS]: sessions, ...(own && { [HANDED]: kind }) },
    passed,
    own?.then(
      (started): Handed => ({ settings: started?.settings ?? {} }),
      (error: unknown): Handed => ({ mistake: error instanceof Error ? error.message : String(error) }),
    ),
  );
  await own?.then((started) => started?.close()).catch(() => {});
  if (!judges) return code;
  const file = read(verdicts);
  if (file && signal)
    console.error(`Playwright was ended by ${signal}; ${verdicts} contains what was known at that point.`);
  // A run that had to remove its own files does not exit 0, whatever its verdicts.
  if (file?.errors.some(isLeak)) return EXIT.inconclusive;
  // After a signal, Playwright may still have written a verdict or removed a leak.
  if (file) return exitCodeOf(file, isStrict(process.env)) || (signal ? EXIT.inconclusive : EXIT.ok);
  // It may have begun: a verdict file that shows a secret is removed.
  console.error(
    `There is no verdict (Playwright: ${signal ?? `exit code ${code}`}); the reason is printed above.`,
  );
  return EXIT.inconclusive;
}

interface Ended {
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Runs Playwright in this terminal; on any signal it ends properly, including its reports.
 *
 * @param handed what it is told about the target, if that is started here
 */
function playwright(
  env: NodeJS.ProcessEnv,
  passed: readonly string[],
  handed: Promise<Handed> | undefined,
): Promise<Ended> {
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const { reporters, rest } = withoutReporters(passed);
  const all = { ...env, ...reporters };
  const off = withoutWireLogs(all);
  if (off.length > 0) console.error(`${off.join(', ')} would show secrets unmasked, and is turned off.`);
  const child = spawn(process.execPath, [cli, 'test', ...rest, ...withoutLastChecks(rest)], {
    stdio: handed === undefined ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc'],
    env: all,
  });
  // It may have ended by then: with a mistake in the configuration, say.
  void handed?.then((message) => child.connected && child.send(message, () => {}));
  // Playwright ends properly only on SIGINT, and treats a second one within a second as the same.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill('SIGINT'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), signal }),
    );
  });
}

/** The verdict file of this run; undefined if it is absent or invalid. */
function read(file: string): VerdictFile | undefined {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as VerdictFile;
    return Array.isArray(value.requirements) ? value : undefined;
  } catch {
    return undefined;
  }
}
