import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Server } from '../../support/catalogue.ts';
import { documentOf, examplesOf } from '../../support/interface/examples.ts';
import { violations } from '../../support/judging/schemas.ts';

const servers: readonly Server[] = ['identity', 'collaboration', 'telephony'];

/** The nine operations of the interface. */
const operations: Readonly<Record<Server, readonly string[]>> = {
  identity: [
    'GET /oauth2/authorize authorize',
    'GET /oauth2/authorize/confirm confirmAuthorization',
    'POST /oauth2/access_token exchangeToken',
    'POST /oauth2/revoke_token revokeToken',
    'GET /api/1.0/id_token/get_token_info getTokenInfo',
  ],
  collaboration: ['GET /api/users/me getCurrentUser', 'POST /api/anonymous/auth loginAnonymously'],
  telephony: [
    'POST /v2/Accounts/{AccountSid}/Calls/{CallSid}/Recordings.json recordCall',
    'GET /{version}/Accounts/{AccountSid}/AvailablePhoneNumbers/{Country}/{Type}.json listAvailableNumbers',
  ],
};

interface Operation extends OpenAPIV3_1.OperationObject {
  readonly method: string;
  readonly path: string;
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'] as const;

function operationsOf(server: Server): Operation[] {
  return Object.entries(documentOf(server).paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method];
      return operation === undefined ? [] : [{ ...operation, method: method.toUpperCase(), path }];
    }),
  );
}

for (const server of servers) {
  test(`${server}: the dialect is the one that Prism obeys`, () => {
    // Absent or another, Prism judges bodies by draft-07 or not at all, and says nothing.
    const text = readFileSync(new URL(`../../../specs/${server}.openapi.yaml`, import.meta.url), 'utf8');
    expect(text.match(/^jsonSchemaDialect: (.+)$/gm)).toEqual([
      'jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema',
    ]);
  });

  test(`${server}: all operations of the interface, and no other`, () => {
    const found = operationsOf(server).map(
      ({ method, path, operationId }) => `${method} ${path} ${operationId}`,
    );
    expect(found.toSorted()).toEqual(operations[server].toSorted());
  });

  test(`${server}: a body's shape stands in a schema file`, () => {
    const schemas: unknown[] = [];
    for (const { requestBody, responses } of operationsOf(server)) {
      const bodies = [requestBody, ...Object.values(responses ?? {})] as OpenAPIV3_1.ResponseObject[];
      for (const body of bodies)
        schemas.push(...Object.values(body?.content ?? {}).map(({ schema }) => schema));
    }
    const inline = schemas.filter(
      (schema) => !/^\.\.\/schemas\/[\w.-]+\.schema\.json/.test((schema as { $ref?: string })?.$ref ?? ''),
    );
    // A body that the interface does not show has no schema at all.
    expect(inline.filter((schema) => schema !== undefined)).toEqual([]);
    expect(schemas.length).toBeGreaterThan(inline.length);
  });

  test(`${server}: every parameter and every answer is explained and shown`, () => {
    for (const { operationId, summary, description, parameters = [], responses = {} } of operationsOf(
      server,
    )) {
      expect(summary, operationId).toBeTruthy();
      expect(description, operationId).toBeTruthy();
      for (const parameter of parameters as OpenAPIV3_1.ParameterObject[]) {
        expect(parameter.description, `${operationId} ${parameter.name}`).toBeTruthy();
        expect(parameter.example ?? parameter.examples, `${operationId} ${parameter.name}`).toBeDefined();
      }
      for (const [status, response] of Object.entries(responses) as [string, OpenAPIV3_1.ResponseObject][]) {
        expect(response.description, `${operationId} ${status}`).toBeTruthy();
        for (const media of Object.values(response.content ?? {})) {
          expect(Object.keys(media.examples ?? {}).length, `${operationId} ${status}`).toBeGreaterThan(0);
        }
      }
    }
  });

  test(`${server}: every example keeps to its schema`, () => {
    let examples = 0;
    for (const { operationId, responses = {} } of operationsOf(server)) {
      for (const [status, response] of Object.entries(responses) as [string, OpenAPIV3_1.ResponseObject][]) {
        for (const { schema, examples: shown = {} } of Object.values(response.content ?? {})) {
          if (schema === undefined) continue;
          const name = /([\w.-]+)\.schema\.json/.exec((schema as { $ref: string }).$ref)?.[1] ?? '';
          for (const [title, example] of Object.entries(shown)) {
            const { value } = example as OpenAPIV3_1.ExampleObject;
            expect(violations(name, value), `${operationId} ${status} ${title}`).toEqual([]);
            examples += 1;
          }
        }
      }
    }
    expect(examples).toBeGreaterThan(0);
  });
}

test('every example of the listing tells the request that it answers', () => {
  const examples = examplesOf(documentOf('telephony'), 'listAvailableNumbers', 200);
  expect(examples.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'single-page',
      'first-page',
      'middle-page',
      'last-page',
      'empty',
      'tollfree',
      'another-country',
    ]),
  );
  for (const [name, example] of examples) {
    expect(example['x-request'], name).toMatchObject({
      Country: expect.any(String),
      Type: expect.any(String),
    });
  }
});

test('both callbacks of a recording are documented', () => {
  const recordCall = operationsOf('telephony').find(({ operationId }) => operationId === 'recordCall');
  const expressions = Object.values(recordCall?.callbacks ?? {}).flatMap((callback) => Object.keys(callback));
  expect(expressions).toEqual(['{$request.body#/CallbackUrl}', '{$request.body#/TranscribeCallback}']);
});
