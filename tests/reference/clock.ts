/** Time as the reference sees it: the current time, and what is scheduled for later. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a function after this many milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** A Node timer with a longer delay fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's time. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, LONGEST_TIMER_MS)).unref();
    return () => clearTimeout(timer);
  },
};

/** A clock whose pending timers can all be cancelled at once. */
export interface Timers extends Clock {
  cancelAll(): void;
}

/** A clock like another one, which keeps track of its own pending timers. */
export function timersOf(clock: Clock): Timers {
  const pending = new Set<() => void>();
  return {
    now: () => clock.now(),
    after(ms, run) {
      const cancel = (): void => {
        pending.delete(cancel);
        callOff();
      };
      const callOff = clock.after(ms, () => {
        pending.delete(cancel);
        run();
      });
      pending.add(cancel);
      return cancel;
    },
    cancelAll() {
      for (const cancel of pending) cancel();
    },
  };
}

/** A clock that stands still until it is advanced. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

/**
 * A clock that is advanced by hand.
 *
 * @param start its time at first, in milliseconds
 */
export function manualClock(start: number): ManualClock {
  let now = start;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = until;
    },
  };
}
