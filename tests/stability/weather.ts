import { type Answer, CUT } from '../reference/answer.ts';
import type { Rules } from '../reference/rules/index.ts';

/** The condition of the network: rules that change when and whether an answer arrives, and nothing else. */
type Weather = (random: () => number) => Partial<Rules>;

const after = (ms: number, answer: Answer): Promise<Answer> =>
  new Promise((resolve) => setTimeout(() => resolve(answer), ms));

/** Delays every answer by this much. */
export function slow(ms: number): Partial<Rules> {
  return { send: (answer) => after(ms, answer) };
}

/** Delays every answer by up to this much, so concurrent requests may overtake each other. */
export const jittery =
  (mostMs: number): Weather =>
  (random) => ({ send: (answer) => after(random() * mostMs, answer) });

/** Cuts one connection in this many instead of answering, although the request has been carried out. */
export const lossy =
  (oneIn: number): Weather =>
  (random) => ({ send: (answer) => (random() < 1 / oneIn ? { ...answer, body: CUT } : answer) });
