import type { EvidenceFile } from '../../reports/write/evidence-file.ts';

/** How many requests of a run come one after the other, by what is taken to depend on what. */
export interface Chains {
  /** The longest check, and after it the longest check of the sign-outs: nothing makes other checks wait. */
  readonly check: number;
  /** The longest turn, and after it the sign-outs: the checks of one turn run one after the other. */
  readonly turn: number;
  /** All requests, shared out evenly among the workers. */
  readonly worker: number;
}

/**
 * The chains of requests in a run. Which request needs the answer of which is not recorded; each of a check
 * is taken to need the one before it, which is the most that can be so.
 *
 * @param turnOf tells in which turn a file has its place; `last` waits for all others
 */
export function chainsOf(
  { checks }: Pick<EvidenceFile, 'checks'>,
  workers: number,
  turnOf: (file: string) => string,
): Chains {
  const sizes = checks.map(({ name, exchanges, omitted }) => ({
    turn: turnOf(name.split(' › ')[0] ?? ''),
    requests: exchanges.length + omitted,
  }));
  const turns = new Map<string, number>();
  for (const { turn, requests } of sizes) turns.set(turn, (turns.get(turn) ?? 0) + requests);
  const last = turns.get('last') ?? 0;
  turns.delete('last');
  const most = (values: readonly number[]): number => Math.max(0, ...values);
  const checksOf = (isLast: boolean): number[] =>
    sizes.flatMap(({ turn, requests }) => ((turn === 'last') === isLast ? requests : []));
  return {
    check: most(checksOf(false)) + most(checksOf(true)),
    turn: most([...turns.values()]) + last,
    worker: Math.ceil(sizes.reduce((sum, { requests }) => sum + requests, 0) / workers),
  };
}
