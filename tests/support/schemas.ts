import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const folder = new URL('../../schemas/', import.meta.url);
const suffix = '.schema.json';

/** Of a value that is not as it should be, so many characters are told. */
const LONGEST_VALUE = 80;

/** So often the same is told of the items of a list: it may be a list of thousands that are all wrong. */
const MOST_ALIKE = 50;

/** One place at which a body departs from its schema. */
export interface Violation {
  /** JSON pointer to the part at fault; of a missing field, to where it should be. */
  readonly at: string;
  /** One sentence: the place, what is expected, what was got. */
  readonly message: string;
}

let compiled: Ajv2020 | undefined;

/**
 * The schemas, read when a body is first judged: a broken one is the affair of the run that meets it.
 * They are known by their file names, by which they refer to each other: an $id in them would make the
 * mock validate nothing (see CONTRIBUTING).
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
 * Where a body departs from a schema.
 *
 * @param schema the name of the schema: its file without the extension
 * @param body the body as parsed JSON; undefined when the text was no JSON
 * @param cut how a value that is too long to be told is cut: of a secret no half may stay
 * @throws when there is no such schema
 */
export function violations(schema: string, body: unknown, cut: Cut = cutOff): Violation[] {
  if (body === undefined) return [{ at: '', message: 'the body is not JSON in UTF-8' }];
  const validate = schemas().getSchema(schema + suffix);
  if (validate === undefined) throw new Error(`There is no schema ${schema}${suffix}`);
  // None of the schemas is asynchronous.
  void validate(body);
  const alike = new Map<string, number>();
  return (validate.errors ?? [])
    .filter(({ keyword, schemaPath, params }) => {
      // An "if" only repeats that what its "then" demands is not there.
      if (keyword === 'if') return false;
      const rule = `${schemaPath} ${String(params['missingProperty'] ?? '')}`;
      const nth = (alike.get(rule) ?? 0) + 1;
      alike.set(rule, nth);
      return nth <= MOST_ALIKE;
    })
    .map((error) => toViolation(error, cut));
}

/** Whether a pattern of the catalogue, in which `*` stands for any item, points at a place or at what encloses it. */
export function pointsAt(pattern: string, pointer: string): boolean {
  const places = pointer.split('/');
  return pattern
    .split('/')
    .every((part, index) => part === places[index] || (part === '*' && /^\d+$/.test(places[index] ?? '')));
}

/** Of some parts of a body, the one that encloses a place most closely, if any does. */
export function enclosing<T extends { readonly at: string }>(
  parts: readonly T[],
  pointer: string,
): T | undefined {
  return parts.filter(({ at }) => pointsAt(at, pointer)).toSorted((a, b) => b.at.length - a.at.length)[0];
}

/** Cuts a text to so many characters. */
type Cut = (text: string, limit: number) => string;

function toViolation(error: ErrorObject, cut: Cut): Violation {
  const missing: unknown = error.params['missingProperty'];
  if (typeof missing === 'string') {
    const at = `${error.instancePath}/${missing}`;
    return { at, message: `${at} is missing` };
  }
  const place = error.instancePath || 'the body';
  // A regular expression says less to a reader than the first sentence that the schema says of it.
  const description: unknown = (error.parentSchema as { description?: unknown }).description;
  if ((error.keyword === 'pattern' || error.keyword === 'not') && typeof description === 'string') {
    return {
      at: error.instancePath,
      message: `${place} must be: ${description.split(/\.(?:\s|$)/)[0]}, got ${brief(error.data, cut)}`,
    };
  }
  return {
    at: error.instancePath,
    message: `${place} ${error.message ?? 'is invalid'}, got ${brief(error.data, cut)}`,
  };
}

function brief(value: unknown, cut: Cut): string {
  return cut(JSON.stringify(value) ?? 'nothing', LONGEST_VALUE);
}

function cutOff(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
