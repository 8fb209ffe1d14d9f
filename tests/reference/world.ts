import type { Timers } from './clock.ts';
import type { Rules } from './rules/index.ts';
import type { Callback, State } from './state.ts';

/** The addresses of the three servers, without a trailing slash. */
export interface Urls {
  readonly auth: string;
  readonly base: string;
  readonly api: string;
}

/** What the operations of one deployment share. */
export interface World {
  readonly rules: Rules;
  readonly state: State;
  readonly clock: Timers;
  readonly urls: Urls;
  /** Gets what a rule or an operation throws other than a refusal: a defect, which is answered with status 500. */
  broke(error: unknown): void;
  /** Sends a callback; never throws, even if that fails. */
  deliver(callback: Callback): Promise<void>;
}
