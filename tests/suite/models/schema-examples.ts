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

/** An example that a schema rejects: `at` is the pointer to where the departure is. */
interface Rejected extends Example {
  readonly at: string;
}

/** What a field of an accepted example may not be: it may not be missing, or be one of these instead. */
interface RejectedField {
  readonly at: string;
  readonly of?: number;
  readonly missing?: true;
  readonly instead?: readonly unknown[];
}

/** A file of examples. */
interface ExampleFile {
  readonly accept: readonly Example[];
  /** Without `at`, the departure is where the change is. */
  readonly reject: readonly (Example & { readonly at?: string })[];
  readonly rejectFields?: readonly RejectedField[];
}

export interface Examples {
  readonly accept: readonly Example[];
  readonly reject: readonly Rejected[];
}

/** A schema, as it stands in its file. */
export function readSchema(name: string): object {
  return read(`${name}.schema.json`) as object;
}

/** The bodies that a schema is said to accept and to reject. */
export function readExamples(name: string): Examples {
  const { accept, reject, rejectFields = [] } = read(`examples/${name}.json`) as ExampleFile;
  const examples = reject.map((example) => ({ at: example.change?.pointer ?? '', ...example }));
  return { accept, reject: [...examples, ...rejectFields.flatMap(rejectedBy)] };
}

function rejectedBy({ at, of = 0, missing, instead = [] }: RejectedField): Rejected[] {
  const changed = instead.map((set) => {
    return { why: `${at} is ${JSON.stringify(set)}`, at, of, change: { pointer: at, set } };
  });
  if (!missing) return changed;
  return [{ why: `${at} is missing`, at, of, change: { pointer: at, remove: true } }, ...changed];
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
