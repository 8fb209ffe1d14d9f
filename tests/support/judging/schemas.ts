import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

import { escaped } from './difference.ts';

const folder = new URL('../../../schemas/', import.meta.url);
const suffix = '.schema.json';

/** How many characters of an invalid value a message shows. */
const LONGEST_VALUE = 80;

/** How often the same violation is reported for the items of a list, which may be thousands. */
const MOST_ALIKE = 50;

/** One violation of a schema. */
export interface Violation {
  /** JSON pointer to the invalid part; for a missing field, to where it should be. */
  readonly at: string;
  /** One sentence: the place, what was expected, what came. */
  readonly message: string;
}

let compiled: Ajv2020 | undefined;

/**
 * The schemas, read when a body is first judged, so that a broken one fails only runs that use it. They are
 * identified by their file names, by which they refer to each other: an $id would make the mock validate nothing (see
 * CONTRIBUTING).
 */
function schemas(): Ajv2020 {
  if (compiled !== undefined) return compiled;
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
  });
  addFormats.default(ajv);
  for (const file of readdirSync(folder).filter((name) => name.endsWith(suffix))) {
    ajv.addSchema(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object, file);
  }
  compiled = ajv;
  return ajv;
}

/**
 * The violations of a schema in a body.
 *
 * @param schema the name of the schema: its file name without the extension
 * @param body the body as parsed JSON; undefined if the text was not JSON
 * @param cut cuts a value that is too long to show, without leaving a part of a secret
 * @throws if there is no such schema
 */
export function violations(schema: string, body: unknown, cut: Cut = cutOff): Violation[] {
  if (body === undefined)
    return [{ at: '', message: 'the body is not JSON in UTF-8 without a byte order mark' }];
  const validate = schemas().getSchema(schema + suffix);
  if (validate === undefined) throw new Error(`There is no schema ${schema}${suffix}`);
  // None of the schemas is asynchronous.
  void validate(body);
  const alike = new Map<string, number>();
  return (validate.errors ?? [])
    .filter(({ keyword, schemaPath, params }) => {
      // An "if" error only repeats the error of its "then".
      if (keyword === 'if') return false;
      const rule = `${schemaPath} ${String(params['missingProperty'] ?? '')}`;
      const nth = (alike.get(rule) ?? 0) + 1;
      alike.set(rule, nth);
      return nth <= MOST_ALIKE;
    })
    .map((error) => toViolation(error, cut));
}

/**
 * Whether a pattern of the catalogue, in which `*` stands for any item, points at a place or at something that
 * contains it.
 */
export function pointsAt(pattern: string, pointer: string): boolean {
  const places = pointer.split('/');
  return pattern
    .split('/')
    .every((part, index) => part === places[index] || (part === '*' && /^\d+$/.test(places[index] ?? '')));
}

/** The innermost of some parts of a body that contains a place, if any does. */
export function enclosing<T extends { readonly at: string }>(
  parts: readonly T[],
  pointer: string,
): T | undefined {
  return parts.filter(({ at }) => pointsAt(at, pointer)).toSorted((a, b) => b.at.length - a.at.length)[0];
}

/** Cuts a text to a number of characters. */
type Cut = (text: string, limit: number) => string;

function toViolation(error: ErrorObject, cut: Cut): Violation {
  const missing: unknown = error.params['missingProperty'];
  if (typeof missing === 'string') {
    const at = `${error.instancePath}/${missing}`;
    return { at, message: `${at} is missing` };
  }
  const place = error.instancePath || 'the body';
  // The first sentence of the description is clearer to a reader than a regular expression.
  const description: unknown = (error.parentSchema as { description?: unknown }).description;
  if ((error.keyword === 'pattern' || error.keyword === 'not') && typeof description === 'string') {
    return {
      at: error.instancePath,
      message: `${place} must be: ${description.split(/\.(?:\s|$)/)[0]}, got ${brief(error.data, cut)}`,
    };
  }
  return {
    at: error.instancePath,
    message: `${place} ${ruleOf(error)}, got ${brief(error.data, cut)}`,
  };
}

/** What a value must be, where the words of the validator do not say it plainly. */
function ruleOf({ keyword, params, message }: ErrorObject): string {
  const allowed: unknown = params['allowedValues'];
  if (keyword === 'enum' && Array.isArray(allowed))
    return `must be ${allowed.map((one) => JSON.stringify(one)).join(' or ')}`;
  if (keyword === 'minLength' && params['limit'] === 1) return 'must not be empty';
  return message ?? 'is invalid';
}

function brief(value: unknown, cut: Cut): string {
  return escaped(cut(JSON.stringify(value) ?? 'nothing', LONGEST_VALUE));
}

function cutOff(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
