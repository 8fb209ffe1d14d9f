/**
 * The names of the fields that a callback carries. They are told in the verdict, where no value may stand: a value is
 * the deployment's secret, and another one in each run.
 */

/** What is longer, or has other characters in it, may be a value. */
const name = /^[\w.[\]-]{1,64}$/;

/** What stands for all that may be a value. */
const OTHER = '…';

/** The bodies that say nothing. */
const isNothing = /^(?:\{\s*\}|\[\s*\]|null|"")?$/;

/** Whether a body says anything, be it in a form that is not read here. */
export function informs(body: string): boolean {
  return !isNothing.test(body.trim());
}

/**
 * The names of the fields of a body; undefined where it has a form that is not read here, or is not whole.
 *
 * @param type the media type, in lower case
 */
export function bodyFields(type: string, body: string): string[] | undefined {
  if (!informs(body)) return [];
  if (type === 'application/x-www-form-urlencoded') return formFields(body);
  return /[/+]json$/.test(type) ? jsonFields(body) : undefined;
}

/** The names of the fields of a form, or of the query of a URL; what is no pair is a value without a name. */
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
