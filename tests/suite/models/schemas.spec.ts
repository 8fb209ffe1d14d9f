import { expect, test } from '@playwright/test';
import { violations } from '../../support/schemas.ts';
import { bodyOf, readExamples, readSchema, schemaNames } from './schema-examples.ts';

for (const name of schemaNames) {
  test(`${name} accepts and rejects its examples`, () => {
    const { accept, reject } = readExamples(name);
    expect(accept.length, 'accepted examples').toBeGreaterThan(0);
    expect(reject.length, 'rejected examples').toBeGreaterThan(0);
    for (const example of accept) expect(violations(name, bodyOf(example, accept)), example.why).toEqual([]);
    for (const example of reject) {
      const found = violations(name, bodyOf(example, accept)).map(({ at }) => at);
      expect(found, example.why).toContain(example.at);
    }
  });

  test(`${name} can be read by the mock as by the suite`, () => {
    const text = JSON.stringify(readSchema(name));
    expect(readSchema(name)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: expect.any(String),
      description: expect.any(String),
    });
    // Each of these makes Prism validate nothing, or something else, without a word.
    for (const keyword of ['$id', '$anchor', '$dynamicRef']) expect(text).not.toContain(`"${keyword}":`);
  });
}

test('no two schemas have the same title', () => {
  const titles = schemaNames.map((name) => (readSchema(name) as { title: string }).title);
  expect(new Set(titles).size).toBe(titles.length);
});
