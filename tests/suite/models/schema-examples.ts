import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../schemas/', import.meta.url);

/** The names of all schemas. */
export const schemaNames = readdirSync(folder).flatMap((file) =>
  file.endsWith('.schema.json') ? file.replace('.schema.json', '') : [],
);

interface Example {
  readonly why: string;
  readonly value?: unknown;
  /** Instead of a value: one change to an accepted one, whose place in the list `of` tells. */
  readonly change?: { readonly pointer: string; readonly set?: unknown; readonly remove?: true };
  readonly of?: number;
}

export interface Examples {
  readonly accept: Example[];
  /** `at` is the pointer to where the departure is. */
  readonly reject: (Example & { readonly at: string })[];
}

/** A schema, as it stands in its file. */
export function readSchema(name: string): object {
  return read(`${name}.schema.json`) as object;
}

/** The bodies that a schema is said to accept and to reject. */
export function readExamples(name: string): Examples {
  return read(`examples/${name}.json`) as Examples;
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
}

/** The body that an example means. */
export function bodyOf({ value, change, of = 0 }: Example, accepted: readonly Example[]): unknown {
  if (change === undefined) return value;
  const copy = structuredClone(accepted[of]?.value);
  const keys = change.pointer.split('/').slice(1);
  const last = keys.pop() ?? '';
  const holder = keys.reduce((at, key) => (at as Record<string, unknown>)[key], copy) as Record<
    string,
    unknown
  >;
  if (change.remove) delete holder[last];
  else holder[last] = change.set;
  return copy;
}
