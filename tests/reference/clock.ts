/** Time as the reference knows it: what hour it is, and what is to happen later. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something once so many milliseconds have passed; what it returns calls that off. */
  after(ms: number, run: () => void): () => void;
}

/** A timer of Node that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time of the machine. Its timers keep no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, LONGEST_TIMER_MS)).unref();
    return () => clearTimeout(timer);
  },
};

/** A clock whose pending timers can be called off all at once. */
export interface Timers extends Clock {
  cancelAll(): void;
}

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

/** A clock that stands still until somebody moves it on. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

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
