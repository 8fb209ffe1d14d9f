import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What is replaced, in which file, by what. */
export type Edit = readonly [file: string, found: string | RegExp, replacement: string];

/** A copy of the documents and schemas, changed, which lasts as long as the running test; returns its specs folder. */
export function documentsWith(...edits: readonly Edit[]): string {
  const copy = test.info().outputPath('documents');
  for (const folder of ['specs', 'schemas'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  for (const [file, found, replacement] of edits) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(found, () => replacement);
    expect(changed !== text, `${found} is in ${file}`).toBe(true);
    writeFileSync(path, changed);
  }
  return join(copy, 'specs');
}
