import { learnText } from './learn-text.ts';
import type { Learner } from './secret-names.ts';
import { isHeld, isOpenName, isSecretBare, isSecretName, isSecretNumber } from './secret-names.ts';

/** How many lines of newline-delimited JSON are read: a parse error at each of a million lines would take long. */
const MOST_LINES = 1000;

/** A part that has yet to be searched. */
interface Part {
  readonly part: object;
  /** The field that holds it. */
  readonly of: string;
  /** The nearest field around it that holds a secret. */
  readonly within: string;
  readonly aboutError: boolean;
}

/** Learns the credentials that JSON hands out, without recursion, since a server chooses the depth. */
export function learnJson(json: unknown, learner: Learner, aboutError: boolean): void {
  const left: Part[] = [{ part: [json], of: '', within: '', aboutError }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { part, of, within } = next;
    const fields = Object.entries(part);
    const isList = Array.isArray(part);
    const grants = fields.some(([name, value]) => /token$|^jwt$/i.test(name) && typeof value === 'string');
    const tellsError =
      next.aboutError || (!isList && fields.some(([name]) => /^(?:error|message)/i.test(name)));
    const label = isList ? undefined : labelIn(fields);
    for (const [key, value] of fields) {
      const name = isList ? of : label !== undefined && isLabelled(label, key, value) ? label : key;
      const isSecret = isSecretName(name);
      const into = (inner: object): void => {
        const around = isSecret ? name : isOpenName(name) ? '' : within;
        left.push({
          part: inner,
          of: name,
          within: around,
          aboutError: tellsError || /^errors?$/i.test(name),
        });
      };
      if (typeof value === 'object' && value !== null) into(value as object);
      else if (typeof value === 'number') {
        if (isSecret || (within !== '' && isHeld(name, String(value)))) {
          if (isSecretNumber(name, String(value))) learner.learn(isSecret ? name : within, String(value));
        }
      } else if (typeof value === 'string') {
        learner.field(name, value, tellsError);
        learnText(value, learner);
        if (!isSecret && within !== '' && isHeld(name, value)) learner.learn(within, value);
        // A long value without spaces beside a token is almost certainly a secret as well.
        if (grants && !isOpenName(name) && /^\S{16,}$/.test(value)) learner.learn(name, value);
        for (const inner of /^\s*[[{]/.test(value) ? jsonIn(value) : []) into([inner]);
      }
    }
  }
}

/** The name of a secret that an object gives in a separate field: `{ "name": "access_token", "value": "…" }`. */
function labelIn(fields: readonly (readonly [name: string, value: unknown])[]): string | undefined {
  const label = fields.find(([name]) => /^(?:name|key|field)$/i.test(name))?.[1];
  return typeof label === 'string' && isSecretName(label) ? label : undefined;
}

function isLabelled(label: string, key: string, value: unknown): boolean {
  return /^val(?:ue)?$/i.test(key) && typeof value === 'string' && isSecretBare(label, value);
}

/** The JSON that a text is or contains: after a prefix against JSON hijacking, within a script, or line by line. */
export function jsonIn(text: string): unknown[] {
  const whole = parse(text);
  if (whole !== undefined) return [whole];
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const inner = start < 0 ? undefined : parse(text.slice(start, end + 1));
  if (inner !== undefined) return [inner];
  const lines = text.split('\n').filter((line) => /^\s{0,64}[[{]/.test(line));
  return lines.slice(0, MOST_LINES).flatMap((line) => [parse(line) ?? []]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
