import type { EvidenceFile } from '../../reports/write/evidence-file.ts';

/** How many requests of a run come one after the other, by what is taken to depend on what. */
export interface Chains {
  /** The longest check, and after it the longest check of the sign-outs: nothing makes other checks wait. */
  readonly check: number;
  /** The longest file, and after it the files of the sign-outs: the checks of a file run one after the other. */
  readonly file: number;
  /** All requests, shared out evenly among the workers. */
  readonly worker: number;
}

/**
 * The chains of requests in a run. Which request needs the answer of which is not recorded; each of a check
 * is taken to need the one before it, which is the most that can be so.
 *
 * @param isLast tells the file of the checks that wait for all others
 */
export function chainsOf(
  { checks }: Pick<EvidenceFile, 'checks'>,
  workers: number,
  isLast: (file: string) => boolean,
): Chains {
  const sizes = checks.map(({ name, exchanges, omitted }) => ({
    file: name.split(' › ')[0] ?? '',
    requests: exchanges.length + omitted,
  }));
  const files = new Map<string, number>();
  for (const { file, requests } of sizes) files.set(file, (files.get(file) ?? 0) + requests);
  const most = (values: readonly number[]): number => Math.max(0, ...values);
  const checksOf = (last: boolean): number[] =>
    sizes.flatMap(({ file, requests }) => (isLast(file) === last ? requests : []));
  const filesOf = (last: boolean): number[] =>
    [...files].flatMap(([file, requests]) => (isLast(file) === last ? requests : []));
  return {
    check: most(checksOf(false)) + most(checksOf(true)),
    file: most(filesOf(false)) + filesOf(true).reduce((sum, requests) => sum + requests, 0),
    worker: Math.ceil(sizes.reduce((sum, { requests }) => sum + requests, 0) / workers),
  };
}
