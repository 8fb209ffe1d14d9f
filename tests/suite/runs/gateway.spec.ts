import { expect } from '@playwright/test';
import { startReference } from '../../reference/start.ts';
import { test } from '../support/in-workspace.ts';
import { startGateway } from './gateway.ts';

/** Addresses of servers may have paths: a gateway that leads to all three adds them, and may or may not say so. */

// Each is a run of its own, one after the other: each has a browser, and other tests press the machine as well.
test.describe.configure({ mode: 'default' });
const asBehind = { says: 'leaves URIs as the server behind it tells them', rewriting: 'none' } as const;
const asReached = { says: 'tells URIs by which it is reached itself', rewriting: 'uris' } as const;
/** Where URIs lead from one answer to the next request. */
const paging = ['telephony/listing', 'telephony/paging-walk', 'telephony/recording.spec'];
const runs = [
  {
    ...asBehind,
    all: ['tests/identity', 'tests/collaboration', 'tests/telephony'],
    files: [
      'identity/oauth-client',
      'collaboration/current-user',
      'telephony/listing',
      'telephony/paging-walk',
    ],
  },
  // Only the telephony API tells URIs that a gateway may rewrite.
  { ...asReached, all: ['tests/telephony'], files: paging },
];
for (const { says, rewriting, all, files } of runs)
  test(`three servers behind a gateway that ${says}`, { tag: '@whole' }, async ({ workspace, whole }) => {
    // A browser on two cores that other tests use too.
    test.setTimeout(300_000);
    const reference = await startReference();
    const gateway = await startGateway(reference.urls, rewriting);
    const { output } = await workspace
      .with({
        ...reference.settings,
        TARGET_AUTH_URL: gateway.urls.auth,
        TARGET_BASE_URL: gateway.urls.base,
        TARGET_API_URL: gateway.urls.api,
      })
      .run('conformance:live', ...(whole ? all : files));
    await gateway.close();
    await reference.close();

    const { complete, counts, requirements } = workspace.verdicts();
    expect(complete, output).toBe(true);
    const wrong = requirements.filter(({ verdict }) => ['fail', 'blocked', 'warn'].includes(verdict));
    expect(wrong.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(counts.pass).toBeGreaterThan(whole ? 150 : 20);
  });

test('three servers behind a gateway that closes idle connections at the last moment', async ({
  workspace,
}) => {
  test.setTimeout(300_000);
  const reference = await startReference();
  const gateway = await startGateway(reference.urls, 'none', true);
  const { output } = await workspace
    .with({
      ...reference.settings,
      TARGET_AUTH_URL: gateway.urls.auth,
      TARGET_BASE_URL: gateway.urls.base,
      TARGET_API_URL: gateway.urls.api,
    })
    .run('conformance:live', 'tests/identity/password-grant', 'tests/identity/refresh');
  await gateway.close();
  await reference.close();

  const { requirements } = workspace.verdicts();
  const wrong = requirements.filter(({ verdict }) => ['fail', 'blocked', 'warn'].includes(verdict));
  expect(
    wrong.map(({ id, reason }) => `${id}: ${reason}`),
    output,
  ).toEqual([]);
  // A grant and a refusal.
  for (const id of ['IDN-042', 'IDN-060'])
    expect(requirements.find((row) => row.id === id)?.verdict, id).toBe('pass');
});
