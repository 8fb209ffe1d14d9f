import { type Mask, maskStrings } from './mask.ts';

/** A message longer than this (a body in an assertion) is cut: nobody reads on, and no report is to grow with it. */
const LONGEST_TEXT = 100_000;

/** The fields of a worker's messages that hold words of a check or of a deployment; all others steer the run. */
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
 * Masks all that this worker tells the process that reports: the titles of steps (what is typed into
 * a page is one), their errors, what is printed. Playwright has no hook for it, and its own reporters
 * write what they are told.
 *
 * @param of what knows what is secret at the deployment that is judged at the moment
 */
export function closeGate(of: () => Pick<Mask, 'clip'> | undefined): void {
  const send = process.send?.bind(process);
  if (send === undefined) return;
  const mask = { apply: (text: string) => of()?.clip(text, LONGEST_TEXT) ?? text };
  process.send = ((message: unknown, ...rest: []) =>
    send(maskedMessage(message, mask), ...rest)) as typeof send;
}

/** Playwright's `{ method, params: { method, params } }`, whose inner parameters tell. */
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
  // What is printed as bytes.
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
