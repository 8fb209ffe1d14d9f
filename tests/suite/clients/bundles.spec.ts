import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';

/** The documents of `npm run bundle`. That they are fresh and free of lint is what `npm run check` sees. */

const servers = ['identity', 'collaboration', 'telephony'] as const;
type Document = OpenAPIV3_1.Document;
type Body = OpenAPIV3_1.RequestBodyObject | OpenAPIV3_1.ResponseObject;

function documentAt(file: string): Document {
  return parse(
    readFileSync(new URL(`../../../specs/${file}.openapi.yaml`, import.meta.url), 'utf8'),
  ) as Document;
}

const schemasOf = ({ components }: Document) => Object.entries(components?.schemas ?? {});

function operationsOf({ paths }: Document) {
  return Object.entries(paths ?? {}).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = item?.[method];
      return operation ? [{ path, method, ...operation }] : [];
    }),
  );
}

/** Every key of a schema that is a keyword, and where every reference leads. */
function keywordsOf(schema: unknown, isNames = false): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => keywordsOf(one));
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(isNames ? [] : [key === '$ref' ? String(value) : key]),
    ...(key === 'examples' && !isNames ? [] : keywordsOf(value, key === 'properties' && !isNames)),
  ]);
}

for (const server of servers) {
  const bundle = documentAt(`clients/${server}`);

  test(`${server}: the operations of the document that judges`, () => {
    const names = (document: Document) =>
      operationsOf(document).map(({ method, path, operationId }) => `${method} ${path} ${operationId}`);
    expect(names(bundle)).toEqual(names(documentAt(server)));
  });

  test(`${server}: schemas named by their titles, of plain types`, () => {
    const schemas = schemasOf(bundle);
    for (const [name, schema] of schemas) {
      expect(name, 'a name that a generator can use as it is').toMatch(/^[A-Z][A-Za-z]+$/);
      expect(schema.title).toBe(name);
      const keywords = keywordsOf(schema);
      for (const judging of ['$schema', '$id', '$defs', '#', 'if', 'not', 'contains', 'pattern'])
        expect(keywords, name).not.toContain(judging);
      for (const reference of keywords.filter((word) => word.includes('#')))
        expect(schemas.map(([other]) => `#/components/schemas/${other}`)).toContain(reference);
      expect(keywords, 'a schema that refers to itself').not.toContain(`#/components/schemas/${name}`);
      for (const [field, one] of Object.entries(schema.properties ?? {}))
        expect('type' in one || '$ref' in one, `${name}.${field} has a type`).toBe(true);
    }
  });

  test(`${server}: every example keeps to its schema`, () => {
    // x-request and discriminator are no keywords of JSON Schema.
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(bundle, 'bundle');
    let examples = 0;
    const judge = (place: readonly string[], body: Body | undefined) => {
      for (const [type, { schema, examples: shown = {} }] of Object.entries(body?.content ?? {})) {
        if (schema === undefined) continue;
        const pointer = [...place, 'content', type, 'schema'].map((part) =>
          encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
        );
        const validate = ajv.compile({ $ref: `bundle#/${pointer.join('/')}` });
        for (const [name, example] of Object.entries(shown)) {
          validate((example as OpenAPIV3_1.ExampleObject).value);
          expect(validate.errors, `${place.join(' ')} ${name}`).toBeNull();
          examples += 1;
        }
      }
    };
    for (const { path, method, requestBody, responses } of operationsOf(bundle)) {
      judge(['paths', path, method, 'requestBody'], requestBody as Body | undefined);
      for (const [status, response] of Object.entries(responses ?? {}))
        judge(['paths', path, method, 'responses', status], response as Body);
    }
    expect(examples).toBeGreaterThan(3);
  });
}

test('a call as deployments answer it while it lasts', () => {
  const call = schemasOf(documentAt('clients/telephony')).find(([name]) => name === 'Call')?.[1];
  const { accept } = JSON.parse(
    readFileSync(new URL('../../../schemas/examples/call.json', import.meta.url), 'utf8'),
  ) as { accept: { why: string; value: Record<string, unknown> }[] };
  const live = accept.find(({ why }) => why === 'a live call with a number and nulls');
  const recorded = { ...live?.value };
  for (const field of ['p_asserted_identity', 'sip_privacy', 'privacy_hide_number']) {
    expect(recorded).toHaveProperty(field);
    delete recorded[field];
  }
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  expect(ajv.validate(call ?? false, recorded), ajv.errorsText()).toBe(true);
});

test('grants are told apart by grant_type, and a login leads on', () => {
  const identity = documentAt('clients/identity');
  const grants = new Map(schemasOf(identity)).get('TokenRequest')?.discriminator;
  expect(grants?.propertyName).toBe('grant_type');
  const kinds = Object.entries(grants?.mapping ?? {}).map(([kind, reference]) => {
    const schema = new Map(schemasOf(identity)).get(reference.split('/').at(-1) ?? '');
    return [kind, (schema?.properties?.['grant_type'] as { const?: string } | undefined)?.const];
  });
  expect(kinds.map(([kind]) => kind)).toEqual(['authorization_code', 'refresh_token', 'password']);
  for (const [kind, value] of kinds) expect(value).toBe(kind);

  const login = operationsOf(identity).find(({ operationId }) => operationId === 'exchangeToken');
  const { links = {} } = (login?.responses?.['200'] ?? {}) as OpenAPIV3_1.ResponseObject;
  expect(Object.values(links).map((link) => (link as OpenAPIV3_1.LinkObject).operationId)).toEqual([
    'exchangeToken',
    'revokeToken',
    'getTokenInfo',
  ]);
});
