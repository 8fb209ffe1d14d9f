import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** What the schema of the verdict file says against a value. */
export function valid(value: unknown): unknown[] {
  const schemas = path.resolve(import.meta.dirname, '../../../schemas');
  const read = (name: string): object => JSON.parse(readFileSync(path.join(schemas, name), 'utf8')) as object;
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  ajv.addSchema(read('requirements.schema.json'), 'requirements.schema.json');
  ajv.addSchema(read('deviations.schema.json'), 'deviations.schema.json');
  ajv.addSchema(read('verdicts.schema.json'), 'verdicts.schema.json');
  const validate = ajv.getSchema('verdicts.schema.json');
  return validate?.(value) ? [] : (validate?.errors ?? ['no schema']);
}

/** The names of all elements of a document; throws where it is not well-formed. */
export function xmlElements(document: string): string[] {
  const text = String.raw`(?:[^<&\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|&(?:amp|lt|gt|quot|apos|#\d+);)*?`;
  const token = new RegExp(
    String.raw`(?:<\?xml[^?]*\?>\n)?${text}<(/?)([a-z]+)((?: [a-z]+="${text}")*)(/?)>`,
    'gy',
  );
  const names: string[] = [];
  const open: string[] = [];
  for (token.lastIndex = 0; token.lastIndex < document.trimEnd().length; ) {
    const at = token.lastIndex;
    const [, end, name = '', , empty] = token.exec(document) ?? [];
    if (!name) throw new Error(`not well-formed at ${at}: ${document.slice(at, at + 80)}`);
    if (end) expect(open.pop()).toBe(name);
    else names.push(name);
    if (!end && !empty) open.push(name);
  }
  expect(open).toEqual([]);
  return names;
}
