// oxlint-disable-next-line import/no-unassigned-import -- loading it is what makes formats known
import '@hyperjump/json-schema/formats';
import { readFileSync } from 'node:fs';
import {
  registerSchema,
  setShouldValidateFormat,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12';
import { validate as validateDocument } from '@hyperjump/json-schema/openapi-3-1';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { partAt, spoilt, ways } from '../../mutants/spoil.ts';
import { violations } from '../../support/judging/schemas.ts';
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

/**
 * Ajv decides in the suite and in Prism alike, so a schema that it reads otherwise than it is meant would be
 * wrong in both. Hyperjump shares no code with it.
 */
const uriOf = (name: string): string => `https://schemas.example/${name}.schema.json`;

/** OpenAPI 3.1 whose schemas are plain JSON Schema 2020-12, which is what Prism needs. */
const documentSchema = 'https://spec.openapis.org/oas/3.1/schema-draft-2020-12';

/** What a part of a body may be in place of what it is, besides the ways in which mutants change it. */
const instead: readonly unknown[] = [true, 0, 1.5, 'x', '2026-01-01', ['x'], { x: 1 }];

test.beforeAll(() => {
  setShouldValidateFormat(true);
  for (const name of schemaNames) registerSchema(readSchema(name) as never, uriOf(name));
});

// A worker that comes back to this file begins anew, and Hyperjump takes no schema twice.
test.afterAll(() => {
  for (const name of schemaNames) unregisterSchema(uriOf(name));
});

for (const name of schemaNames) {
  test(`another validator reads ${name} as ours does`, async () => {
    const { accept, reject } = readExamples(name);
    const accepted = accept.map((example) => bodyOf(example, accept));
    const bodies = [
      ...accepted,
      ...reject.map((example) => bodyOf(example, accept)),
      ...accepted.flatMap((body) => variants(body)),
    ];
    const judge = await validate(uriOf(name));
    const disputed = bodies.filter(
      (body) => judge(body as never).valid !== (violations(name, body).length === 0),
    );
    expect(disputed).toEqual([]);
    expect(bodies.filter((body) => judge(body as never).valid).length).toBeGreaterThan(0);
    expect(bodies.filter((body) => !judge(body as never).valid).length).toBeGreaterThan(0);
  });
}

for (const name of ['identity', 'collaboration', 'telephony']) {
  test(`another validator takes the ${name} document for OpenAPI 3.1`, async () => {
    const file = new URL(`../../../specs/${name}.openapi.yaml`, import.meta.url);
    const document = parse(readFileSync(file, 'utf8')) as object;
    const judged = await validateDocument(documentSchema, document as never, 'BASIC');
    expect(judged).toMatchObject({ valid: true });
    // It can refuse.
    const broken = { ...document, paths: [] };
    expect((await validateDocument(documentSchema, broken as never)).valid).toBe(false);
  });
}

/** A body in which one part, whichever, is missing or something else; of a list the first item stands for all. */
function variants(body: unknown): unknown[] {
  return placesIn(body).flatMap((place) => {
    const changes = [
      ...Object.values(ways).map((change) => change(partAt(body, place))),
      ...instead.map((set) => ({ set })),
    ];
    const isItem = place.endsWith('/0');
    return changes
      .filter((change) => 'set' in change || !isItem)
      .map((change) => spoilt(body, place, change));
  });
}

/** The pointers to the parts of a body. */
function placesIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const parts = Object.entries(body).slice(0, Array.isArray(body) ? 1 : Infinity);
  return parts.flatMap(([key, part]) => ['', ...placesIn(part)].map((below) => `/${key}${below}`));
}
