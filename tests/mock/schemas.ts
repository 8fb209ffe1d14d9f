import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { oneLine } from './mock-error.ts';

/**
 * The only dialect in which Prism 5.16 validates bodies by JSON Schema 2020-12; in any other it does not validate them.
 */
export const dialect = 'https://json-schema.org/draft/2020-12/schema';

// The options with which Prism compiles; it swallows the failures.
const likePrism = { strict: false, allErrors: true, logger: false } as const;
const bodies = addFormats.default(new Ajv2020(likePrism));
const parameters = addFormats.default(new Ajv(likePrism));

/**
 * Why Prism would not validate a body against this schema; undefined if it would.
 *
 * @param bundled the schemas that it refers to by `#/__bundled__`, as far as Prism has them
 */
export function problemOfBody(schema: object, bundled?: unknown): string | undefined {
  const declared: unknown = (schema as { $schema?: unknown }).$schema;
  if (declared !== dialect) return `its schema is of the dialect ${String(declared)}, expected ${dialect}`;
  return compiled(() => bodies.compile({ ...schema, __bundled__: bundled }));
}

/** Why Prism would not validate a parameter against this schema, which it reads as draft-07; undefined if it would. */
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

/** Where and how a body deviates from a schema that is known to compile. */
export function complaints(schema: object, body: unknown): string[] {
  const validate = bodies.compile(schema);
  validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) =>
    `${instancePath.slice(1)} ${message}`.trim(),
  );
}

/** A copy without `$id`: Prism fails to compile a second schema with the same one. */
export function withoutIds<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutIds) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  // If $id is an object, it describes a property of that name.
  const kept = Object.entries(schema).filter(([key, value]) => key !== '$id' || typeof value !== 'string');
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutIds<unknown>(value)])) as T;
}
