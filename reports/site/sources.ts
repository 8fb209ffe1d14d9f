import { existsSync, readFileSync } from 'node:fs';
import type { Matrix } from '../../tests/mutants/matrix.ts';
import { readVerdictFile } from '../judge/verdict-file.ts';
import type { VerdictFile } from '../model.ts';
import { line } from '../text.ts';
import { type EvidenceFile, evidenceBeside } from '../write/evidence-file.ts';

/** One run, read from its files. */
export interface RunFiles {
  readonly verdicts: VerdictFile;
  readonly evidence?: EvidenceFile;
}

/**
 * Reads a verdict file, and the evidence of the same run if it is next to it.
 * @throws with one sentence when it does not exist or is not a verdict file
 */
export function readRun(file: string): RunFiles {
  const run: VerdictFile = { errors: [], ...readVerdictFile(file) };
  const evidence = evidenceBeside(file, run);
  return { verdicts: run, ...(evidence && { evidence }) };
}

/** The kill matrix of the mutant bank, if there is one. */
export function readMatrix(file: string): Matrix | undefined {
  if (!existsSync(file)) return undefined;
  const value = readJson(file) as Partial<Matrix>;
  if (!Array.isArray(value.mutants) || !Array.isArray(value.requirements))
    throw new Error(`${file} is no kill matrix: make it again with "npm run mutants"`);
  return value as Matrix;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${line((error as Error).message)}`, { cause: error });
  }
}
