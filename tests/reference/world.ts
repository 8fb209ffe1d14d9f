import type { Timers } from './clock.ts';
import type { Rules } from './rules/index.ts';
import type { State } from './state.ts';

/** The addresses of the three servers, without a trailing slash. */
export interface Urls {
  readonly auth: string;
  readonly base: string;
  readonly api: string;
}

/** A request that a recording makes when it has ended, or has been transcribed. */
export interface Callback {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
}

/** What the operations of one deployment share. */
export interface World {
  readonly rules: Rules;
  readonly state: State;
  readonly clock: Timers;
  readonly urls: Urls;
  /** Sends a callback; whatever becomes of it, it never throws. */
  deliver(callback: Callback): Promise<void>;
}

/** The operations by the names that the documents give them; login and unknown are in none. */
export type Operation =
  | 'authorize'
  | 'login'
  | 'confirmAuthorization'
  | 'exchangeToken'
  | 'revokeToken'
  | 'getTokenInfo'
  | 'getCurrentUser'
  | 'loginAnonymously'
  | 'recordCall'
  | 'listAvailableNumbers'
  | 'unknown';
