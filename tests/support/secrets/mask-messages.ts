import { type Mask, maskStrings } from './mask.ts';

/** A longer message (such as a body in an assertion) is cut: nobody reads on, and reports should not grow with it. */
const LONGEST_TEXT = 100_000;

/** The fields of a worker's messages that hold text from a check or a deployment; all others control the run. */
const told = new Set([
  'title',
  'subtitle',
  'params',
  'errors',
  'error',
  'fatalErrors',
  'text',
  'description',
]);

/**
 * Masks everything that this worker sends to the reporting process: the titles of steps (which may contain what is
 * typed into a page), their errors, and output. Playwright has no hook for this, and its own reporters write what
 * they receive.
 *
 * @param of returns the mask of the deployment that is being judged
 */
export function closeGate(of: () => Pick<Mask, 'clip'> | undefined): void {
  const send = process.send?.bind(process);
  if (send === undefined) return;
  const mask = { apply: (text: string) => of()?.clip(text, LONGEST_TEXT) ?? text };
  process.send = ((message: unknown, ...rest: []) =>
    send(maskedMessage(message, mask), ...rest)) as typeof send;
}

/** Masks Playwright's `{ method, params: { method, params } }`, whose inner parameters contain the text. */
function maskedMessage(message: unknown, mask: Pick<Mask, 'apply'>): unknown {
  if (!isObject(message) || !isObject(message['params'])) return message;
  const { params } = message;
  if (!isObject(params['params'])) return message;
  return { ...message, params: { ...params, params: maskTold(params['params'], mask) } };
}

function maskTold(value: unknown, mask: Pick<Mask, 'apply'>): unknown {
  if (Array.isArray(value)) return value.map((item) => maskTold(item, mask));
  if (!isObject(value)) return value;
  const { buffer } = value;
  // Output as bytes.
  if (typeof buffer === 'string' && value['text'] === undefined)
    return {
      ...value,
      buffer: Buffer.from(mask.apply(Buffer.from(buffer, 'base64').toString())).toString('base64'),
    };
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      told.has(key) ? maskStrings(item, mask) : maskTold(item, mask),
    ]),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
