import { isDeepStrictEqual } from 'node:util';
import { during, type Now, now } from '../reference/now.ts';
import { defaultRules, type Rules } from '../reference/rules/index.ts';
import { startReference } from '../reference/start.ts';
import type { Listed } from './list-checks.ts';
import { tryAll } from './trial.ts';

/** What replaced rules may touch. */
export interface Reach {
  /** The titles of the checks that may notice them. */
  readonly checks: readonly string[];
  /** The replaced rules that some check reaches. */
  readonly rules: ReadonlySet<string>;
  /** The answers of the reference that their `send` may change, with the requests; each is one object. */
  readonly answers: readonly Given[];
  /** Whether `send` changes no answer, so that it must be the time that differs. */
  readonly isTiming: boolean;
}

/** An answer before it is sent, and what it answers. */
export type Given = Parameters<Rules['send']>;

/** What each recorded request was while it was answered. */
const recorded = new WeakMap<Request, Now>();

/** The reference as all checks see it, each on its own. */
export interface Watched {
  reachOf(replaced: Partial<Rules>): Promise<Reach>;
  /** What each check reports on the reference, by its title. */
  readonly reports: ReadonlyMap<string, readonly string[]>;
}

/** The requests to a reference while one check ran on it. */
interface Trace {
  readonly called: Set<string>;
  readonly sent: Given[];
}

/**
 * Runs each check on its own reference and records the rules that it reaches: these are the checks that may notice it
 * when such a rule is replaced. Effects of one check on another are not seen.
 *
 * @param checks the checks to choose from
 * @param ended gets the title of each check as soon as it has ended
 * @throws if a check has given no result
 */
export async function watchReach(
  checks: readonly Listed[],
  ended: (title: string) => void,
): Promise<Watched> {
  const traces = new Map<string, Trace>();
  const trials = await tryAll(
    checks.map(({ title }) => {
      const trace: Trace = { called: new Set(), sent: [] };
      traces.set(title, trace);
      return { name: title, checks: [title], start: () => startReference({ rules: watched(trace) }) };
    }),
    ended,
  );
  // A check may have nothing to say of a live call; one that has not ended says nothing either.
  const reports = new Map(
    trials.flatMap(({ name, checks: { [name]: report } }) => (report ? [[name, report] as const] : [])),
  );
  const lost = checks.find(({ title }) => !reports.has(title));
  if (lost !== undefined) throw new Error(`No result for "${lost.title}" on the reference`);
  return { reports, reachOf: (replaced) => reachOf(traces, replaced) };
}

/** The rules of the reference, each of which leaves a trace when it is called. */
function watched({ called, sent }: Trace): Partial<Rules> {
  return {
    ...noting(called, defaultRules),
    send: (...given) => {
      sent.push(given);
      recorded.set(given[2], now());
      return defaultRules.send(...given);
    },
  };
}

/** The same rules, each of which records its name when it is called. */
export function noting(called: Set<string>, rules: Partial<Rules>): Partial<Rules> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      (...given: unknown[]) => {
        called.add(name);
        return (rule as (...given: unknown[]) => unknown)(...given);
      },
    ]),
  );
}

/**
 * Every answer passes through `send`: replacing it reaches a check if that changes one of the answers that the check
 * gets.
 */
async function reachOf(
  traces: ReadonlyMap<string, Trace>,
  { send, ...others }: Partial<Rules>,
): Promise<Reach> {
  const all = [...traces.values()].flatMap(({ sent }) => sent);
  const changed = send === undefined ? [] : await Promise.all(all.map((given) => changes(send, given)));
  const differing = all.filter((_, index) => changed[index]);
  const isTiming = send !== undefined && differing.length === 0;
  const answers = isTiming ? all : differing;
  const touched = new Set(answers);
  const names = Object.keys(others);
  const reaching = ({ called }: Trace) => names.filter((name) => called.has(name));
  return {
    answers,
    isTiming,
    rules: new Set([...traces.values()].flatMap(reaching)),
    checks: [...traces].flatMap(([title, trace]) =>
      reaching(trace).length > 0 || trace.sent.some((given) => touched.has(given)) ? [title] : [],
    ),
  };
}

/** What `send` makes of an answer, as if the request of that time were being answered. */
export function sentAgain(send: Rules['send'], given: Given): ReturnType<Rules['send']> {
  const [, , request] = given;
  const then = recorded.get(request);
  return then === undefined ? send(...given) : during(then, () => send(...given));
}

/** Whether `send` changes an answer. If that cannot be determined, it may. */
async function changes(send: Rules['send'], given: Given): Promise<boolean> {
  try {
    return !isSame(await sentAgain(send, given), given[0]);
  } catch {
    // What remembers other requests may not be ready for one of the past.
    return true;
  }
}

/** Whether two answers are the same; the order of keys shows only in the text. */
export function isSame(one: Given[0], other: Given[0]): boolean {
  return isDeepStrictEqual(one, other) && JSON.stringify(one) === JSON.stringify(other);
}
