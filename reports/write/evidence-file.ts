import type { Exchange, Run } from '../model.ts';
import { EXCHANGES_SHOWN } from './evidence.ts';

/** What one check sent and what came back. */
export interface CheckEvidence {
  /** File › title, as the verdict file names it. */
  readonly name: string;
  /** The last exchanges: those that decided. Every secret is replaced by its name. */
  readonly exchanges: readonly Exchange[];
  /** How many came before them. */
  readonly omitted: number;
}

/** `evidence.json`, beside the verdict file of the same run. */
export interface EvidenceFile {
  readonly schemaVersion: 1;
  /** The start of the run, by which it is known to belong to a verdict file. */
  readonly startedAt: string;
  readonly checks: readonly CheckEvidence[];
}

/** The exchanges of a run by check: many requirements share one, so it is written once. */
export function evidenceFileOf({ file, rows }: Run): EvidenceFile {
  const checks = new Map(rows.flatMap((row) => row.checks).map((check) => [check.name, check]));
  return {
    schemaVersion: 1,
    startedAt: file.startedAt,
    checks: [...checks.values()].map(({ name, record }) => {
      const exchanges = record?.exchanges.slice(-EXCHANGES_SHOWN) ?? [];
      return { name, exchanges, omitted: (record?.exchanges.length ?? 0) - exchanges.length };
    }),
  };
}
