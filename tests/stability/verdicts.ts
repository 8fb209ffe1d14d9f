import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readVerdictFile } from '../../reports/judge/verdict-file.ts';
import type { Verdicts } from '../../reports/model.ts';
import { filesIn } from '../../reports/output.ts';
import { ended, withoutSettings } from '../bench/suite-run.ts';

const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
const config = fileURLToPath(new URL('playwright.config.ts', import.meta.url));

/**
 * Judges a deployment by some files of checks.
 *
 * @param settings what describes the deployment
 * @param order the files, in the order in which they run
 * @throws when the run did not finish, with what it printed
 */
export async function verdictsOf(
  settings: object,
  order: readonly string[],
  workers: number,
): Promise<Verdicts> {
  const output = mkdtempSync(path.join(os.tmpdir(), 'stability-'));
  try {
    const { printed } = await ended([playwright, 'test', '-c', config, `--workers=${workers}`], {
      ...withoutSettings(process.env),
      ...settings,
      CONFORMANCE_TARGET: 'live',
      CONFORMANCE_OUTPUT: output,
      STABILITY_ORDER: JSON.stringify(order),
    });
    const verdicts = readVerdictFile(filesIn(output).verdicts);
    if (!verdicts.complete || verdicts.requirements.every(({ tests }) => tests.length === 0))
      throw new Error(`The suite did not come to its end:\n${printed}`);
    return verdicts;
  } finally {
    rmSync(output, { recursive: true });
  }
}
