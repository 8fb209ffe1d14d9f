import { isDeepStrictEqual } from 'node:util';
import { defaultRules, type Rules } from '../reference/rules/index.ts';
import { startReference } from '../reference/start.ts';
import { type Listed, tryAll } from './trial.ts';

/** The requests to a reference while one check ran on it. */
interface Trace {
  readonly called: Set<string>;
  readonly sent: Parameters<Rules['send']>[];
}

/**
 * Which checks may notice replaced rules: runs each check on its own reference and records which rules it reaches.
 * Effects of one check on another are not seen.
 *
 * @param checks the checks to choose from
 * @returns the titles of the checks that reach one of the replaced rules
 * @throws if a check has given no result
 */
export async function watchReach(checks: readonly Listed[]): Promise<(replaced: Partial<Rules>) => string[]> {
  const traces = new Map<string, Trace>();
  const trials = await tryAll(
    checks.map(({ title }) => {
      const trace: Trace = { called: new Set(), sent: [] };
      traces.set(title, trace);
      return { name: title, checks: [title], start: () => startReference({ rules: watched(trace) }) };
    }),
    () => undefined,
  );
  const lost = checks.find(
    ({ title }) => !trials.some(({ name, told }) => name === title && told.length > 0),
  );
  if (lost !== undefined) throw new Error(`No result for "${lost.title}" on the reference`);
  return (replaced) => [...traces].flatMap(([title, trace]) => (reaches(trace, replaced) ? [title] : []));
}

/** The rules of the reference, each of which leaves a trace when it is called. */
function watched({ called, sent }: Trace): Partial<Rules> {
  const rules = Object.entries(defaultRules).map(([name, rule]) => [
    name,
    (...given: unknown[]) => {
      called.add(name);
      return (rule as (...given: unknown[]) => unknown)(...given);
    },
  ]);
  return {
    ...(Object.fromEntries(rules) as Rules),
    send: (...given) => {
      sent.push(given);
      return defaultRules.send(...given);
    },
  };
}

/** Every answer comes by `send`: that one reaches the checks of whose answers it changes one. */
function reaches({ called, sent }: Trace, { send, ...others }: Partial<Rules>): boolean {
  return (
    Object.keys(others).some((name) => called.has(name)) ||
    (send !== undefined && sent.some((given) => changes(send, given)))
  );
}

/** What takes its time, or fails on a request that has been read already, may change it as well. */
function changes(send: Rules['send'], given: Parameters<Rules['send']>): boolean {
  try {
    const after = send(...given);
    // The order of keys is seen in the text alone.
    if (!(after instanceof Promise))
      return !isDeepStrictEqual(after, given[0]) || JSON.stringify(after) !== JSON.stringify(given[0]);
    // It is heard of when the checks run.
    after.catch(() => undefined);
    return true;
  } catch {
    return true;
  }
}
