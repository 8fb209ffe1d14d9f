import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';
import { type Deployment, test } from './deployments.ts';

// The tests load the generators: each takes half a second, and Playwright loads this file with every run.

const root = path.resolve(import.meta.dirname, '../../..');
const servers = ['identity', 'collaboration', 'telephony'] as const;
const bundleOf = (server: string) => path.join(root, `specs/clients/${server}.openapi.yaml`);

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'preserve',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  types: [],
};

/** Compiles what has been generated into a folder with the examples that use it, and loads these. */
async function compiled<Example>(folder: string, ...examples: readonly string[]): Promise<Example> {
  for (const name of examples)
    cpSync(path.join(import.meta.dirname, 'generators', name), path.join(folder, name));
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const tsc = spawnSync(path.join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
  expect([tsc.status, tsc.stdout]).toEqual([0, '']);
  const loaded = examples.map(async (name) => (await import(path.join(folder, name))) as Example);
  return Object.assign({}, ...(await Promise.all(loaded))) as Example;
}

/** What recordAndList of each generator's example answers. */
type RecordAndList = (
  account: Deployment,
  call: string,
) => Promise<{ call: string; numbers: { type: string }[] }>;

interface OpenApiFetch {
  readonly logIn: (
    client: Deployment,
    user: Deployment,
  ) => Promise<Readonly<Record<'user' | 'access_token' | 'refresh_token', string>>>;
  readonly signOut: (client: Deployment, refreshToken: string) => Promise<boolean>;
  readonly whoIsThere: (base: string, accessToken: string) => Promise<{ guest: string; me: string }>;
  readonly recordAndList: RecordAndList;
}

async function expectRecording(recordAndList: RecordAndList, deployment: Deployment) {
  const { call, numbers } = await recordAndList(deployment, deployment.call);
  expect(call).toBe(deployment.call);
  expect(numbers.map(({ type }) => type)).toEqual(['tollfree']);
}

test('openapi-typescript with openapi-fetch', async ({ deployments }) => {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const folder = test.info().outputPath();
  for (const server of servers) {
    const types = astToString(await openapiTS(pathToFileURL(bundleOf(server))));
    writeFileSync(path.join(folder, `${server}.d.ts`), types);
  }
  const examples = servers.map((server) => `openapi-fetch-${server}.ts`);
  const { logIn, whoIsThere, signOut, recordAndList } = await compiled<OpenApiFetch>(folder, ...examples);
  for (const deployment of Object.values(deployments)) {
    const { user, access_token, refresh_token } = await logIn(deployment, deployment);
    expect(user).toMatch(/@/);
    const { guest, me } = await whoIsThere(deployment.base, access_token);
    expect(guest).toMatch(/^e.+\..+\./);
    expect(me).toMatch(/\w/);
    expect(await signOut(deployment, refresh_token)).toBe(true);
    await expectRecording(recordAndList, deployment);
  }
});

test('@hey-api/openapi-ts with zod', async ({ deployments }) => {
  const { createClient } = await import('@hey-api/openapi-ts');
  const folder = test.info().outputPath();
  const plugins = ['@hey-api/client-fetch', '@hey-api/sdk', 'zod'] as const;
  const logs = { level: 'silent' } as const;
  await createClient(
    servers.map((server) => ({
      input: bundleOf(server),
      output: path.join(folder, server),
      plugins: [...plugins],
      logs,
    })),
  );
  const { recordAndList } = await compiled<{ recordAndList: RecordAndList }>(folder, 'hey-api.ts');
  for (const deployment of Object.values(deployments)) await expectRecording(recordAndList, deployment);
});

// It brings 100 MB, so it is fetched at night alone.
test('orval', { tag: '@nightly' }, async ({ deployments }) => {
  for (const [name, deployment] of Object.entries(deployments)) {
    const folder = test.info().outputPath(name);
    const output = { target: './telephony.ts', client: 'fetch', baseUrl: deployment.api };
    const config = { telephony: { input: bundleOf('telephony'), output } };
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'orval.config.cjs'), `module.exports = ${JSON.stringify(config)};`);
    const generated = spawnSync('npx', ['--yes', 'orval@7.13.2', '--config', 'orval.config.cjs'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(generated.status, generated.stderr).toBe(0);
    const { recordAndList } = await compiled<{ recordAndList: RecordAndList }>(folder, 'orval.ts');
    await expectRecording(recordAndList, deployment);
  }
});

interface Item {
  readonly name: string;
  readonly request?: {
    readonly body?: {
      readonly urlencoded?: readonly { readonly key: string; readonly value: string }[];
      readonly formUrlEncoded?: readonly { readonly name: string; readonly value: string }[];
    };
  };
  readonly item?: readonly Item[];
  readonly items?: readonly Item[];
}

/** The fields of every form of a collection, by the name of its request. */
function formsOf(items: readonly Item[]): Record<string, Record<string, string>> {
  const forms = items.map(({ name, request, item = [], items: below = item }) => {
    const { urlencoded, formUrlEncoded } = request?.body ?? {};
    const fields = urlencoded?.map(({ key, value }) => [key, value]);
    const filled = fields ?? formUrlEncoded?.map((field) => [field.name, field.value]) ?? [];
    return filled.length > 0 ? { [name]: Object.fromEntries(filled) as object } : formsOf(below);
  });
  return Object.assign({}, ...forms) as ReturnType<typeof formsOf>;
}

const converters: Readonly<Record<string, (document: string) => Promise<readonly Item[]>>> = {
  Postman: async (data) => {
    const { convert } = await import('openapi-to-postmanv2');
    const options = { parametersResolution: 'Example', requestParametersResolution: 'Example' } as const;
    return new Promise((resolve, reject) =>
      convert({ type: 'string', data }, options, (error, result) => {
        const [collection] = result?.output ?? [];
        if (collection) resolve((collection.data as { item: Item[] }).item);
        else reject(error ?? new Error(result?.reason));
      }),
    );
  },
  Bruno: async (document) => {
    // @ts-expect-error It has no types.
    const { openApiToBruno } = await import('@usebruno/converters');
    return (openApiToBruno(parse(document)) as { items: Item[] }).items;
  },
};

for (const [name, convertedBy] of Object.entries(converters))
  test(`the converter of ${name} fills in the forms`, async () => {
    for (const server of servers) {
      const document = readFileSync(bundleOf(server), 'utf8');
      const { paths = {} } = parse(document) as OpenAPIV3_1.Document;
      const posts = Object.values(paths).flatMap((one) => one?.post ?? []);
      const shown = posts.map(({ summary = '', requestBody }) => {
        const { content } = requestBody as OpenAPIV3_1.RequestBodyObject;
        const { examples = {} } = content['application/x-www-form-urlencoded'] ?? {};
        const [first] = Object.values(examples) as OpenAPIV3_1.ExampleObject[];
        return [summary, first?.value] as const;
      });
      expect(formsOf(await convertedBy(document))).toEqual(Object.fromEntries(shown));
    }
  });
