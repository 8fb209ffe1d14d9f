import type { EvidenceFile } from '../../reports/write/evidence-file.ts';

/**
 * How many requests of a run must be sent one after another, under different assumptions about what depends on what.
 */
export interface Chains {
  /** The longest check, followed by the longest sign-out check: checks do not wait for each other otherwise. */
  readonly check: number;
  /** The longest turn, followed by the sign-outs: the checks of one turn run one after another. */
  readonly turn: number;
  /** All requests, divided evenly among the workers. */
  readonly worker: number;
}

/**
 * The chains of requests in a run. It is not recorded which request needs the answer of which other; each request of a
 * check is assumed to need the one before it, which is the worst case.
 *
 * @param turnOf returns the turn that a file belongs to; `last` waits for all others
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
