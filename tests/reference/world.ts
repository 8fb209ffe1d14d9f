import type { Timers } from './clock.ts';
import type { Rules } from './rules/index.ts';
import type { State } from './state.ts';

/** The addresses of the three servers, without a trailing slash. */
export interface Urls {
  readonly auth: string;
  readonly base: string;
  readonly api: string;
}

/** A request that a recording makes after it has ended or been transcribed. */
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
  /** Sends a callback; never throws, even if that fails. */
  deliver(callback: Callback): Promise<void>;
}

/** The operations by their names in the documents; login and unknown are in none of them. */
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
