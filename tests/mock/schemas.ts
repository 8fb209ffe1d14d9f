import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { oneLine } from './mock-error.ts';

/** The one dialect under which Prism 5.16 judges bodies by JSON Schema 2020-12: any other, it judges them by nothing. */
export const dialect = 'https://json-schema.org/draft/2020-12/schema';

// The options by which Prism compiles, whose failures it swallows.
const likePrism = { strict: false, allErrors: true, logger: false } as const;
const bodies = addFormats.default(new Ajv2020(likePrism));
const parameters = addFormats.default(new Ajv(likePrism));

/**
 * Why Prism would not judge a body by this schema; undefined when it will.
 *
 * @param bundled the schemas that it refers to by `#/__bundled__`, as far as Prism has them at hand
 */
export function problemOfBody(schema: object, bundled?: unknown): string | undefined {
  const declared: unknown = (schema as { $schema?: unknown }).$schema;
  if (declared !== dialect) return `its schema is of the dialect ${String(declared)}, expected ${dialect}`;
  return compiled(() => bodies.compile({ ...schema, __bundled__: bundled }));
}

/** Why Prism would not judge a parameter by this schema, which it reads as draft-07; undefined when it will. */
export function problemOfParameter(schema: object): string | undefined {
  return compiled(() => parameters.compile({ properties: { it: schema } }));
}

function compiled(compile: () => unknown): string | undefined {
  try {
    compile();
    return undefined;
  } catch (error) {
    return `its schema does not compile: ${oneLine(error)}`;
  }
}

/** Where a body departs from a schema that is known to compile: what, and how. */
export function complaints(schema: object, body: unknown): string[] {
  const validate = bodies.compile(schema);
  validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) =>
    `${instancePath.slice(1)} ${message}`.trim(),
  );
}

/** A copy without `$id`: the second schema with the same one does not compile in Prism. */
export function withoutIds<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutIds) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  // A property that is called $id is described by an object.
  const kept = Object.entries(schema).filter(([key, value]) => key !== '$id' || typeof value !== 'string');
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutIds<unknown>(value)])) as T;
}
