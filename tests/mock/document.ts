import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parseDocument } from 'yaml';
import { MockError, oneLine } from './mock-error.ts';
import { dialect, withoutIds } from './schemas.ts';

/** A document as parsed, as far as it is known to be right. */
export interface Document {
  readonly paths: Readonly<Record<string, unknown>>;
}

/**
 * Makes sure that Prism reads a document as intended: it is OpenAPI 3.1 in the only supported dialect, every file that
 * it refers to exists, and every schema among them is valid.
 *
 * @param file the path of the document
 * @param name what messages call it
 * @throws MockError naming the document, or the schema file at fault
 */
export function checkDocument(file: string, name: string): Document {
  const document = parsed(file, name);
  if (!isObject(document) || !/^3\.1\.\d+$/.test(String(document['openapi']))) {
    throw new MockError(`${name}: this is no OpenAPI 3.1 document`);
  }
  if (!isObject(document['paths'])) throw new MockError(`${name}: there are no paths in it`);
  const declared = document['jsonSchemaDialect'];
  if (declared !== dialect) {
    const found = declared === undefined ? 'is missing' : `is ${JSON.stringify(declared)}`;
    throw new MockError(`${name}: jsonSchemaDialect ${found}; Prism validates bodies only with ${dialect}`);
  }
  compileAll(schemaFiles(document, pathToFileURL(file), name));
  return document as unknown as Document;
}

/** The schema files behind a document, each after the files that it refers to. */
function schemaFiles(
  document: unknown,
  base: URL,
  name: string,
  found = new Map<string, unknown>(),
): typeof found {
  for (const reference of references(document)) {
    const [target = ''] = reference.split('#', 1);
    if (target === '') continue;
    const url = new URL(target, base);
    if (url.protocol !== 'file:')
      throw new MockError(`${name}: refers to ${reference}, which is no file of ours`);
    if (found.has(url.href)) continue;
    const file = fileURLToPath(url);
    found.set(url.href, undefined);
    const schema = parsed(file, file, `, to which ${name} refers,`);
    schemaFiles(schema, url, file, found);
    found.delete(url.href);
    found.set(url.href, schema);
  }
  return found;
}

// Strict about keywords and formats: a misspelt one would otherwise be ignored.
const ajv = addFormats.default(new Ajv2020({ strictTypes: false, strictTuples: false, logger: false }));

function compileAll(schemas: ReadonlyMap<string, unknown>): void {
  try {
    for (const [href, schema] of schemas) {
      try {
        // References are relative to the file, as they are in Prism, whatever $id says.
        ajv.addSchema(withoutIds(schema) as object, href);
        ajv.getSchema(href);
      } catch (error) {
        throw new MockError(`${fileURLToPath(href)}: the schema does not compile: ${oneLine(error)}`);
      }
    }
  } finally {
    // The next document may have different files with the same names.
    for (const href of schemas.keys()) ajv.removeSchema(href);
  }
}

function parsed(file: string, name: string, referrer = ''): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new MockError(`${name}${referrer} cannot be read: ${oneLine(error)}`);
  }
  // JSON is YAML too, so this reads both.
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined)
    throw new MockError(`${name}: does not parse: ${oneLine(problem).replace(/:$/, '')}`);
  try {
    return document.toJS() as unknown;
  } catch (error) {
    throw new MockError(`${name}: does not parse: ${oneLine(error)}`);
  }
}

function* references(value: unknown): Generator<string> {
  if (!isObject(value)) return;
  if (typeof value['$ref'] === 'string') yield value['$ref'];
  for (const part of Object.values(value)) yield* references(part);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
