import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { violations } from '../support/schemas.ts';

const folder = new URL('../../schemas', import.meta.url);
const names = readdirSync(folder).flatMap((file) =>
  file.endsWith('.schema.json') ? file.replace('.schema.json', '') : [],
);

interface Example {
  readonly why: string;
  readonly value?: unknown;
  /** Instead of a value: one change to an accepted one, whose place in the list `of` tells. */
  readonly change?: { readonly pointer: string; readonly set?: unknown; readonly remove?: true };
  readonly of?: number;
}

interface Examples {
  readonly accept: Example[];
  /** `at` is the pointer to where the departure is. */
  readonly reject: (Example & { readonly at: string })[];
}

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

for (const name of names) {
  test(`${name} accepts and rejects its examples`, () => {
    const { accept, reject } = read(`examples/${name}.json`) as Examples;
    expect(accept.length, 'accepted examples').toBeGreaterThan(0);
    expect(reject.length, 'rejected examples').toBeGreaterThan(0);
    for (const example of accept) expect(violations(name, bodyOf(example, accept)), example.why).toEqual([]);
    for (const example of reject) {
      const found = violations(name, bodyOf(example, accept)).map(({ at }) => at);
      expect(found, example.why).toContain(example.at);
    }
  });

  test(`${name} can be read by the mock as by the suite`, () => {
    const text = JSON.stringify(read(`${name}.schema.json`));
    expect(read(`${name}.schema.json`)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: expect.any(String),
      description: expect.any(String),
    });
    // Each of these makes Prism validate nothing, or something else, without a word.
    for (const keyword of ['$id', '$anchor', '$dynamicRef']) expect(text).not.toContain(`"${keyword}":`);
  });
}

test('no two schemas have the same title', () => {
  const titles = names.map((name) => (read(`${name}.schema.json`) as { title: string }).title);
  expect(new Set(titles).size).toBe(titles.length);
});

function bodyOf({ value, change, of = 0 }: Example, accepted: readonly Example[]): unknown {
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
