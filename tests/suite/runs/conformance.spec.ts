import { expect } from '@playwright/test';
import { type Document, parseDocument } from 'yaml';
import type { EvidenceFile } from '../../../reports/write/evidence-file.ts';
import { catalogue, type RequirementId, requirementIds } from '../../support/catalogue.ts';
import { violations } from '../../support/judging/schemas.ts';
import { test } from '../support/in-workspace.ts';

/** The whole suite against the mock, as a user runs it. */
/** What the mock cannot offer: it has no state, no second party, and nothing that calls back. */
const beyondTheMock = ['state', 'other-client', 'other-account', 'callback', 'expired-token'];

test('the mock keeps to the interface in all that it can show', async ({ workspace }) => {
  const { code, output } = await workspace.run('conformance');
  const verdicts = workspace.verdicts();

  expect(code, output).toBe(0);
  expect(verdicts).toMatchObject({ complete: true, outcome: 'partial', target: { kind: 'mock' } });
  expect(verdicts.counts).toMatchObject({ fail: 0, blocked: 0, warn: 0 });
  expect(violations('verdicts', verdicts)).toEqual([]);
  // Which checks they were, whatever the version of the package.
  expect(verdicts.suite.version).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
  expect(verdicts.requirements.map(({ id }) => id)).toEqual(requirementIds);

  const canShow = requirementIds.filter((id) => {
    const { needs = [], untestable, unwritten } = catalogue[id];
    return !untestable && !unwritten && !needs.some((need) => beyondTheMock.includes(need));
  });
  const green = { must: 'pass', should: 'pass', choice: 'observed', open: 'observed' } as const;
  const shown = verdicts.requirements.filter(({ id }) => canShow.some((one) => one === id));
  expect(shown.filter(({ verdict, level }) => verdict !== green[level])).toEqual([]);
  expect(shown.length).toBeGreaterThan(250);

  const { pass, fail, warn, observed, blocked, 'not-exercised': not } = verdicts.counts;
  expect(output.trimEnd().split('\n').at(-1)).toBe(
    `${pass} passed, ${fail + blocked} failed, ${warn + observed + not} skipped`,
  );
});

test('the reference keeps to the interface in all that can be checked', async ({ workspace }) => {
  // A browser on two cores that other tests use too.
  test.setTimeout(300_000);
  const { code, output } = await workspace.run('conformance:reference');
  const verdicts = workspace.verdicts();

  expect(code, output).toBe(0);
  expect(verdicts).toMatchObject({ complete: true, outcome: 'conformant', target: { kind: 'reference' } });
  const green = { must: 'pass', should: 'pass', choice: 'observed', open: 'observed' } as const;
  const others = verdicts.requirements.filter(
    ({ id, verdict, level }) => verdict !== green[level] && !catalogue[id as RequirementId].untestable,
  );
  expect(others).toEqual([]);
  expect(verdicts.depth).toBe('full');

  // What the core checks alone would have sent: --grep-invert @deep is for deployments that can take little.
  const { checks } = JSON.parse(workspace.read('reports/out/evidence.json')) as EvidenceFile;
  const core = checks.filter(({ name }) => !name.includes('/deep/'));
  const sent = core.reduce((sum, { exchanges, omitted }) => sum + exchanges.length + omitted, 0);
  expect(sent, 'requests of the core checks').toBeGreaterThan(300);
  expect(sent, 'requests of the core checks').toBeLessThanOrEqual(500);
});

test('one requirement is run by its id', async ({ workspace }) => {
  const { code, output } = await workspace.run('conformance', '--grep', '@TEL-210');
  const judged = workspace.verdicts().requirements.filter(({ verdict }) => verdict !== 'not-exercised');

  expect(code, output).toBe(0);
  expect(judged.map(({ id, verdict }) => [id, verdict])).toEqual([['TEL-210', 'pass']]);
  expect(output).toMatch(/^1 passed, 0 failed, /m);
});

test('a mock that dies leaves nothing green, and does not hang', async ({ workspace }) => {
  const dying = 'const mock = await startMock();\n    await mock.close();';
  workspace.edit('tests/launch/own-targets.ts', (text) =>
    text.replace('const mock = await startMock();', dying),
  );
  const { code, output } = await workspace.run(
    'conformance',
    'tests/telephony/errors',
    'tests/collaboration',
  );

  // Where nothing could be exercised, the run says nothing.
  expect(code, output).toBe(2);
  expect(workspace.verdicts().counts).toMatchObject({ pass: 0, fail: 0, warn: 0, observed: 0 });
  expect(output).toContain('ECONNREFUSED');
});

type Path = (string | number)[];

const json = 'application/json';
const tokens = (example: string): Path => [
  'paths',
  '/oauth2/access_token',
  'post',
  'responses',
  '200',
  'content',
  json,
  'examples',
  example,
  'value',
];
const info: Path = [
  'paths',
  '/api/1.0/id_token/get_token_info',
  'get',
  'responses',
  '200',
  'content',
  json,
  'examples',
];
const me: Path = ['paths', '/api/users/me', 'get', 'responses', '200', 'content', json, 'examples'];
const record: Path = [
  'paths',
  '/v2/Accounts/{AccountSid}/Calls/{CallSid}/Recordings.json',
  'post',
  'responses',
];
const numbers: Path = [
  'paths',
  '/{version}/Accounts/{AccountSid}/AvailablePhoneNumbers/{Country}/{Type}.json',
  'get',
  'responses',
];
const listing = (example: string): Path => [...numbers, '200', 'content', json, 'examples', example, 'value'];

interface Break {
  readonly what: string;
  readonly at: Path;
  /** The new value; the part is removed when absent. A function is given the old one. */
  readonly to?: unknown;
  readonly fails: readonly string[];
}

const broken: Readonly<Record<string, readonly Break[]>> = {
  identity: [
    {
      what: 'an exchange without id_token',
      at: [...tokens('authorization_code'), 'id_token'],
      fails: ['IDN-036'],
    },
    {
      what: 'a refresh without id_token',
      at: [...tokens('refresh_token'), 'id_token'],
      fails: ['IDN-044'],
    },
    {
      what: 'expires_in as a string',
      at: [...info, 'FIRST', 'value', 'expires_in'],
      to: '3599',
      fails: ['IDN-104'],
    },
    {
      what: 'a user of token info without first_name',
      at: [...info, 'FIRST', 'value', 'user', 'first_name'],
      fails: ['IDN-110'],
    },
  ],
  collaboration: [
    { what: 'a user without a time zone', at: [...me, 'FIRST', 'value', 'timezone'], fails: ['COL-018'] },
    {
      what: 'an email whose primary is a string',
      at: [...me, 'FIRST', 'value', 'emails', 0, 'primary'],
      to: 'yes',
      fails: ['COL-028'],
    },
    {
      what: 'a license that expires on an RFC 2822 date',
      at: [...me, 'FIRST', 'value', 'licenses', 0, 'expiration'],
      to: 'Fri, 16 Feb 2018 17:00:00 +0000',
      fails: ['COL-038'],
    },
  ],
  telephony: [
    {
      what: 'a call without sip_privacy',
      at: [...record, '200', 'content', json, 'examples', 'FIRST', 'value', 'sip_privacy'],
      fails: ['TEL-022'],
    },
    {
      what: 'a call created at an ISO 8601 time',
      at: [...record, '200', 'content', json, 'examples', 'FIRST', 'value', 'date_created'],
      to: '2017-03-16T13:49:22Z',
      fails: ['TEL-005'],
    },
    {
      what: 'a 404 whose body says 403',
      at: [...record, '404', 'content', json, 'examples', 'FIRST', 'value', 'status'],
      to: 403,
      fails: ['TEL-085'],
    },
    {
      what: 'a 404 without a message',
      at: [...numbers, '404', 'content', json, 'examples', 'FIRST', 'value', 'message'],
      fails: ['TEL-187'],
    },
    {
      what: 'an end that is one too far',
      at: [...listing('last-page'), 'end'],
      to: (end: number) => end + 1,
      fails: ['TEL-144'],
    },
    {
      what: 'an area code of another number',
      at: [...listing('middle-page'), 'available_phone_numbers', 0, 'npa'],
      to: '999',
      fails: ['TEL-139'],
    },
    {
      what: 'a local number among the tollfree',
      at: [...listing('tollfree'), 'available_phone_numbers', 0, 'type'],
      to: 'local',
      fails: ['TEL-143'],
    },
    {
      what: 'a page too many',
      at: [...listing('first-page'), 'num_pages'],
      to: (pages: number) => pages + 1,
      fails: ['TEL-146'],
    },
    {
      what: 'a price as a number',
      at: [...listing('another-country'), 'available_phone_numbers', 0, 'monthly_cost'],
      to: 1,
      fails: ['TEL-121'],
    },
  ],
};

test('broken examples fail the requirements they break, and no others', {
  tag: '@whole',
}, async ({ workspace, whole }) => {
  test.slow();
  for (const [server, breaks] of Object.entries(broken))
    workspace.edit(`specs/${server}.openapi.yaml`, (text) => {
      const document = parseDocument(text);
      for (const { at, to } of breaks) change(document, at, to);
      return document.toString();
    });
  const { code, output } = await workspace.run('conformance', ...(whole ? [] : ['--grep-invert', '@deep']));
  const failed = workspace.verdicts().requirements.filter(({ verdict }) => verdict === 'fail');

  expect(code, output).toBe(1);
  const fails = Object.values(broken).flatMap((breaks) => breaks.flatMap((one) => one.fails));
  expect(failed.map(({ id }) => id).toSorted()).toEqual(fails.toSorted());
  expect(workspace.verdicts().counts.blocked, output).toBe(0);
});

/** Changes a part of a document; FIRST stands for whichever example comes first. */
function change(document: Document, at: Path, to: unknown): void {
  const path: Path = [];
  for (const key of at) {
    if (key !== 'FIRST') path.push(key);
    else path.push(Object.keys((document.getIn(path, true) as { toJSON(): object }).toJSON())[0] ?? '');
  }
  if (!document.hasIn(path)) throw new Error(`There is no ${path.join(' › ')}`);
  if (to === undefined) document.deleteIn(path);
  else
    document.setIn(
      path,
      typeof to === 'function' ? (to as (old: unknown) => unknown)(document.getIn(path)) : to,
    );
}

const misuse: readonly {
  what: string;
  edit: [string, (text: string) => string];
  says: RegExp;
}[] = [
  {
    what: 'a document that is no YAML',
    edit: ['specs/telephony.openapi.yaml', (text) => text.replace('openapi: 3.1.0', 'openapi: [3.1.0')],
    says: /telephony\.openapi\.yaml/,
  },
  {
    what: 'a schema that does not compile',
    edit: [
      'schemas/token-info.schema.json',
      (text) => text.replace('"type": "integer"', '"type": "inteeger"'),
    ],
    says: /token-info|getTokenInfo|get_token_info/,
  },
];

for (const { what, edit, says } of misuse) {
  test(`${what} ends with one clear message, and not green`, async ({ workspace }) => {
    workspace.edit(...edit);
    const { code, output } = await workspace.run('conformance');

    expect(code, output).toBe(2);
    expect(output).toMatch(says);
    expect(output).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  });
}
