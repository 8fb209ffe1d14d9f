import { existsSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../judge/verdict-file.ts';
import type { Check, Run, Verdicts } from '../model.ts';
import { filesIn } from '../output.ts';
import { leftOut, type Shown, shownOf } from './evidence.ts';

/** What one check sent and what came back. */
export interface CheckEvidence {
  /** File › title, as the verdict file names it. */
  readonly name: string;
  /** The exchanges that decided, and the last ones. Every secret is replaced by its name. */
  readonly exchanges: readonly Shown[];
  /** How many others there were. */
  readonly omitted: number;
}

/** The format of the file; this suite cannot show evidence in another format. */
export const EVIDENCE_VERSION = 2;

/** `evidence.json`, beside the verdict file of the same run. */
export interface EvidenceFile {
  readonly schemaVersion: typeof EVIDENCE_VERSION;
  /** The start of the run, which identifies the verdict file that it belongs to. */
  readonly startedAt: string;
  readonly checks: readonly CheckEvidence[];
}

/** The exchanges of a run by check: many requirements share one, so it is written once. */
export function evidenceFileOf({ file, rows }: Run): EvidenceFile {
  const checks = [...new Set(rows.flatMap((row) => row.checks))].map((check) => {
    const exchanges = shownOf(check);
    return { name: check.name, exchanges, omitted: leftOut(exchanges) };
  });
  return { schemaVersion: EVIDENCE_VERSION, startedAt: file.startedAt, checks: onePerName(checks) };
}

/**
 * Of several attempts of one check, or of a check that every shard runs, the evidence of the first that shows something
 * broken; if none does, of the last.
 */
export function onePerName(evidence: readonly CheckEvidence[]): CheckEvidence[] {
  const of = new Map<string, CheckEvidence>();
  for (const one of evidence) {
    const former = of.get(one.name);
    if (former === undefined || !former.exchanges.some(({ breaks }) => breaks.length > 0))
      of.set(one.name, one);
  }
  return [...of.values()];
}

/**
 * The evidence beside a verdict file; undefined if there is none, or if it has another run or format.
 *
 * @param tell reports a damaged file, which is treated as absent: a verdict is valid without its evidence
 */
export function evidenceBeside(
  file: string,
  { startedAt }: Pick<Verdicts, 'startedAt'>,
  tell: (sentence: string) => void = console.error,
): EvidenceFile | undefined {
  const beside = filesIn(path.dirname(file)).evidence;
  if (!existsSync(beside)) return undefined;
  try {
    const evidence = readJson(beside) as Partial<EvidenceFile> | null;
    if (!isObject(evidence)) throw new Error(`${beside} is not an evidence file`);
    const { schemaVersion, checks } = evidence;
    if (evidence.startedAt !== startedAt || schemaVersion !== EVIDENCE_VERSION) return undefined;
    if (!Array.isArray(checks) || !checks.every(isEvidence))
      throw new Error(`${beside} does not list the exchanges of each check`);
    return evidence as EvidenceFile;
  } catch (error) {
    tell(`${(error as Error).message}: the file is ignored.`);
    return undefined;
  }
}

function isEvidence(check: unknown): check is CheckEvidence {
  if (!isObject(check)) return false;
  const { name, exchanges } = check as Partial<CheckEvidence>;
  return typeof name === 'string' && Array.isArray(exchanges) && exchanges.every(isObject);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A run that was read from verdict files, with the exchanges of its checks as far as the evidence has them. */
export function withEvidence(run: Run, evidence: readonly CheckEvidence[]): Run {
  const of = new Map(evidence.map((check) => [check.name, check]));
  const checkOf = (name: string, id: string): Check => ({
    name,
    capability: path.basename(name.split(' › ', 1)[0] ?? '').replace(/\.spec\.ts$/, ''),
    covers: [id],
    durationMs: 0,
    record: { facts: [], exchanges: of.get(name)?.exchanges ?? [] },
  });
  const rows = run.rows.map((row) => ({ ...row, checks: row.tests.map((name) => checkOf(name, row.id)) }));
  return { ...run, rows };
}
