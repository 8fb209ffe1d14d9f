/**
 * Writes index.d.ts, the types of the schemas in this folder.
 *
 *   npm run generate           writes it
 *   npm run check:generated    exits 1 when it is stale
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const folder = new URL('.', import.meta.url);
const target = new URL('index.d.ts', folder);
const extension = '.schema.json';
const banner = '// Generated from schemas/*.schema.json by `npm run generate`: do not edit, run it again.';

/** Keywords that judge a value without shaping a type. Left in, they would add empty intersections. */
const conditions = new Set(['if', 'then', 'else', 'not', 'contains', 'dependentRequired']);

/**
 * A schema as the type generator wants it: references point into the bundle, a reference stands alone
 * (a sibling such as `description` would make a second type of it), and conditions are left out.
 */
function forTypes(node: unknown, file: string): unknown {
  if (Array.isArray(node)) return node.map((item) => forTypes(item, file));
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node && typeof node.$ref === 'string') {
    const [path = '', fragment = ''] = node.$ref.split('#');
    return { $ref: `#/$defs/${path === '' ? file : path.replace(extension, '')}${fragment}` };
  }
  const entries = Object.entries(node)
    .filter(([key]) => !conditions.has(key) && key !== '$schema')
    .filter(
      ([key, value]) => !(key === 'allOf' && Array.isArray(value) && value.every((part) => 'if' in part)),
    )
    .map(([key, value]): [string, unknown] => [key, forTypes(value, file)]);
  return Object.fromEntries(entries);
}

/** One document that refers to every schema: compiled one by one, a shared type would come twice. */
function bundle(): JSONSchema {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .toSorted();
  return {
    title: 'Schemas',
    description: 'The type of each schema, by its file name without the extension.',
    type: 'object',
    additionalProperties: false,
    required: files,
    properties: Object.fromEntries(files.map((file) => [file, { $ref: `#/$defs/${file}` }])),
    $defs: Object.fromEntries(
      files.map((file) => {
        const text = readFileSync(new URL(file + extension, folder), 'utf8');
        return [file, forTypes(JSON.parse(text), file) as JSONSchema];
      }),
    ),
  };
}

const fresh = await compile(bundle(), 'Schemas', {
  // Answers are open, yet an index signature would let a misspelt field compile.
  additionalProperties: false,
  bannerComment: banner,
  // A tuple type would refuse what a JSON import yields.
  ignoreMinAndMaxItems: true,
  style: { printWidth: 110, singleQuote: true },
});

if (process.argv.includes('--check')) {
  let committed = '';
  try {
    committed = readFileSync(target, 'utf8');
  } catch {
    // A missing file is a stale one.
  }
  if (committed !== fresh) {
    console.error('schemas/index.d.ts is stale: run `npm run generate`');
    process.exit(1);
  }
} else {
  writeFileSync(target, fresh);
}
