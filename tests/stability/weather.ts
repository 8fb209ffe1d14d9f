import { type Answer, CUT } from '../reference/answer.ts';
import type { Rules } from '../reference/rules/index.ts';

/** How the way to a deployment may be: rules that change when and whether an answer arrives, and nothing else. */
type Weather = (random: () => number) => Partial<Rules>;

const after = (ms: number, answer: Answer): Promise<Answer> =>
  new Promise((resolve) => setTimeout(() => resolve(answer), ms));

/** Every answer so much later. */
export function slow(ms: number): Partial<Rules> {
  return { send: (answer) => after(ms, answer) };
}

/** Every answer later by up to so much, so that two requests at a time may overtake each other. */
export const jittery =
  (mostMs: number): Weather =>
  (random) => ({ send: (answer) => after(random() * mostMs, answer) });

/** One connection in so many is cut in place of the answer, although the request has been carried out. */
export const lossy =
  (oneIn: number): Weather =>
  (random) => ({ send: (answer) => (random() < 1 / oneIn ? { ...answer, body: CUT } : answer) });
