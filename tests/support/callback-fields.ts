/**
 * The names of the fields that a callback carries. They appear in the verdict, which must not contain values: a value
 * is a secret of the deployment, and differs in each run.
 */

/** Anything longer, or with other characters, may be a value. */
const name = /^[\w.[\]-]{1,64}$/;

/** Stands for anything that may be a value. */
const OTHER = '…';

/** Bodies that carry no information. */
const isNothing = /^(?:\{\s*\}|\[\s*\]|null|"")?$/;

/** Whether a body carries any information, even in a format that is not parsed here. */
export function informs(body: string): boolean {
  return !isNothing.test(body.trim());
}

/**
 * The names of the fields of a body; undefined if its format is not parsed here, or it is incomplete.
 *
 * @param type the media type, in lower case
 */
export function bodyFields(type: string, body: string): string[] | undefined {
  if (!informs(body)) return [];
  if (type === 'application/x-www-form-urlencoded') return formFields(body);
  return /[/+]json$/.test(type) ? jsonFields(body) : undefined;
}

/** The names of the fields of a form or a URL query. Anything that is not a pair is a value without a name. */
export function formFields(form: string): string[] {
  const pairs = form.split('&').filter((pair) => pair.includes('='));
  return told(pairs.flatMap((pair) => [...new URLSearchParams(pair).keys()]));
}

function jsonFields(body: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? told(Object.keys(value)) : undefined;
  } catch {
    return undefined;
  }
}

function told(names: readonly string[]): string[] {
  return names.map((one) => (name.test(one) ? one : OTHER));
}
