import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import {
  catalogue,
  type RequirementId,
  requirementIds,
  type Server,
  serverOf,
} from '../../support/catalogue.ts';
import { documentOf } from '../../support/interface/examples.ts';
import { FURTHER } from '../../support/judging/check-record.ts';
import { pointsAt, violations } from '../../support/judging/schemas.ts';

const servers: readonly Server[] = ['identity', 'collaboration', 'telephony'];

test('each file of the catalogue has the shape of the catalogue', () => {
  for (const server of servers) {
    const file = new URL(`../../../specs/${server}.requirements.json`, import.meta.url);
    const rows = JSON.parse(readFileSync(file, 'utf8')) as object;
    expect(violations('requirements', rows), server).toEqual([]);
    expect(new Set(Object.keys(rows).map((id) => serverOf(id as RequirementId)))).toEqual(new Set([server]));
  }
});

test('each requirement is about an operation of its own server', () => {
  for (const server of servers) {
    const operations = Object.values(documentOf(server).paths ?? {}).flatMap((path) => [
      path?.get?.operationId,
      path?.post?.operationId,
    ]);
    for (const id of requirementIds.filter((one) => serverOf(one) === server)) {
      expect(operations, id).toContain(catalogue[id].operation);
    }
  }
});

test('no statement stands twice', () => {
  const statements = requirementIds.map((id) => `${catalogue[id].operation}: ${catalogue[id].statement}`);
  expect(statements.filter((statement, index) => statements.indexOf(statement) !== index)).toEqual([]);
});

test('a level rests on the basis that it can rest on', () => {
  const bases = {
    must: /^(stated|derived)$/,
    should: /^(sample|RFC .+)$/,
    choice: /^stated$/,
    open: /^silent$/,
  };
  for (const id of requirementIds) expect(catalogue[id].basis, id).toMatch(bases[catalogue[id].level]);
});

test('each part of a body has a requirement, and each requirement a part', () => {
  // These speak of bodies whose parts no requirement names one by one.
  const whole = ['guest-token', 'call.sample'];
  const parts = requirementIds.flatMap((id) => catalogue[id].body ?? []);
  for (const schema of new Set(parts.map((part) => part.schema))) {
    const at = parts.filter((part) => part.schema === schema).map((part) => part.at);
    const properties = propertiesOf(schema);
    expect(
      at.filter((pointer) => pointer !== '' && !properties.includes(pointer)),
      `${schema}: no such part`,
    ).toEqual([]);
    if (whole.includes(schema)) continue;
    const unspoken = properties.filter(
      (pointer) => !at.some((one) => one !== '' && pointsAt(one, pointer.replaceAll('*', '0'))),
    );
    expect(unspoken, `${schema}: parts without a requirement`).toEqual([]);
  }
});

test('each requirement has a core check, or says why it has none; each check has a requirement', () => {
  const checks = listed();
  const named = new Set(checks.flatMap((check) => check.ids));
  // What is judged in one more place alone may be silent, and near misses may be left out.
  const core = checks.filter(({ isDeep }) => !isDeep);
  const covered = new Set(core.flatMap(({ ids, further }) => ids.filter((id) => !further.includes(id))));

  expect(checks.filter(({ ids }) => ids.length === 0).map(({ title }) => title)).toEqual([]);
  expect([...named].filter((id) => !(id in catalogue))).toEqual([]);
  const excused = requirementIds.filter((id) => catalogue[id].untestable ?? catalogue[id].unwritten);
  expect(
    requirementIds.filter((id) => !covered.has(id) && !excused.includes(id)),
    'without a check',
  ).toEqual([]);
  expect(
    excused.filter((id) => named.has(id)),
    'excused, yet checked',
  ).toEqual([]);
});

test('the checks for near misses, and no others, are in folders of their own and tagged', () => {
  const wrong = listed().filter(({ file, isDeep }) => file.includes('/deep/') !== isDeep);
  expect(wrong.map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
});

interface Listed {
  readonly title: string;
  readonly file: string;
  readonly isDeep: boolean;
  readonly ids: string[];
  readonly further: string[];
}

/** All checks, as Playwright lists them. */
function listed(): Listed[] {
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const output = execFileSync(process.execPath, [cli, 'test', '--list', '--reporter=json'], {
    cwd: root,
    encoding: 'utf8',
  });
  type Annotation = { type: string; description?: string };
  type Spec = { title: string; file: string; tags: string[]; tests: { annotations: Annotation[] }[] };
  type Suite = { specs?: Spec[]; suites?: Suite[] };
  const specs = (suite: Suite): Listed[] => [
    ...(suite.specs ?? []).map(({ title, file, tags, tests }) => ({
      file,
      isDeep: tags.includes('deep'),
      title,
      further: (tests[0]?.annotations ?? []).flatMap(({ type, description = '' }) =>
        type === FURTHER ? [description] : [],
      ),
      ids: tags.map((tag) => tag.replace(/^@/, '')).filter((tag) => tag !== 'deep'),
    })),
    ...(suite.suites ?? []).flatMap(specs),
  ];
  return specs({ suites: (JSON.parse(output) as { suites: Suite[] }).suites });
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Record<string, Schema>;
  readonly required?: string[];
  readonly items?: Schema;
  readonly allOf?: Schema[];
}

/** The JSON pointers of all properties that a schema names, `*` standing for every item. */
function propertiesOf(schema: string): string[] {
  const file = (name: string) =>
    JSON.parse(
      readFileSync(new URL(`../../../schemas/${name}.schema.json`, import.meta.url), 'utf8'),
    ) as Schema;
  const refer = ($ref: string, whole: Schema): Schema => {
    const [name = '', place = ''] = $ref.split('#');
    const from = name === '' ? whole : file(name.replace('.schema.json', ''));
    const keys = place.split('/').slice(1);
    return keys.reduce((part, key) => (part as Record<string, Schema>)[key] as Schema, from);
  };
  const walk = (node: Schema, at: string, whole: Schema): string[] => {
    if (node.$ref !== undefined)
      return walk(
        refer(node.$ref, whole),
        at,
        node.$ref.startsWith('#') ? whole : file(node.$ref.split('#')[0]?.replace('.schema.json', '') ?? ''),
      );
    const named = [
      ...Object.entries(node.properties ?? {}),
      ...(node.required ?? []).map((name): [string, Schema] => [name, {}]),
    ];
    return [
      ...named.flatMap(([name, child]) => [`${at}/${name}`, ...walk(child, `${at}/${name}`, whole)]),
      ...(node.items ? walk(node.items, `${at}/*`, whole) : []),
      ...(node.allOf ?? []).flatMap((part) => walk(part, at, whole)),
    ];
  };
  return [...new Set(walk(file(schema), '', file(schema)))];
}
