import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readVerdictFile } from '../../reports/judge/verdict-file.ts';
import { filesIn } from '../../reports/output.ts';
import type { EvidenceFile } from '../../reports/write/evidence-file.ts';
import { type Peak, watchTree } from './process-tree.ts';

/** One run of the suite, and what it cost. */
export interface SuiteRun {
  readonly wallMs: number;
  readonly requests: number;
  /** The number of requirements that a check judged: all except those that were not exercised. */
  readonly judged: number;
  readonly verdicts: ReturnType<typeof readVerdictFile>;
  readonly evidence: EvidenceFile;
  readonly peak: Peak | undefined;
}

/**
 * Runs the suite as `npm run conformance` and its siblings do, quietly.
 *
 * @param settings the settings of a live target
 * @param args further arguments for Playwright, for example `--workers=4`
 * @throws when the run did not finish, with what it printed
 */
export async function runSuite(
  target: 'mock' | 'reference' | 'live',
  args: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<SuiteRun> {
  const output = mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  try {
    const began = performance.now();
    const { peak, printed } = await ended(
      [
        '--import',
        import.meta.resolve('tsx'),
        fileURLToPath(new URL('../launch/run.ts', import.meta.url)),
        target,
        ...args,
      ],
      { ...withoutSettings(process.env), ...settings, CONFORMANCE_OUTPUT: output },
    );
    const wallMs = performance.now() - began;
    const files = filesIn(output);
    const verdicts = readVerdictFile(files.verdicts);
    if (!verdicts.complete) throw new Error(`The suite did not come to its end:\n${printed}`);
    return {
      wallMs,
      requests: verdicts.requests,
      judged: verdicts.requirements.filter(({ verdict }) => verdict !== 'not-exercised').length,
      verdicts,
      evidence: JSON.parse(readFileSync(files.evidence, 'utf8')) as EvidenceFile,
      peak,
    };
  } finally {
    rmSync(output, { recursive: true });
  }
}

/** The environment without the settings of any target. */
export function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(TARGET|CONFORMANCE|TEST)_/.test(name)),
  );
}

/** Runs a Node program to its end; its output tells how it ended. */
export async function ended(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd = process.cwd(),
): Promise<{ readonly peak: Peak | undefined; readonly printed: string; readonly code: number | null }> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const peak = watchTree(child.pid ?? 0);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { peak: peak(), printed, code };
}
