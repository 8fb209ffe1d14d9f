import { test as base, expect } from '@playwright/test';
import { startReference } from '../reference/start.ts';
import { startGateway } from './gateway.ts';
import { Workspace } from './workspace.ts';

/** Addresses of servers may have paths: a gateway that leads to all three adds them, and may or may not say so. */
const test = base.extend<{ workspace: Workspace }>({
  workspace: async ({}, use) => {
    const workspace = new Workspace();
    await use(workspace);
    await workspace.remove();
  },
});

// Each is a run of its own, one after the other: each has a browser, and other tests press the machine as well.
test.describe.configure({ mode: 'default' });
const asBehind = { says: 'leaves URIs as the server behind it tells them', rewriting: 'none' } as const;
const asReached = { says: 'tells URIs by which it is reached itself', rewriting: 'uris' } as const;
const runs = [
  // Only the telephony API tells URIs that a gateway may rewrite.
  { ...asBehind, files: ['tests/identity', 'tests/collaboration'] },
  { ...asBehind, files: ['tests/telephony'] },
  { ...asReached, files: ['tests/telephony'] },
];
for (const { says, rewriting, files } of runs)
  test(`three servers behind a gateway that ${says}: ${files.join(' and ')}`, async ({ workspace }) => {
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
      .run('conformance:live', ...files);
    await gateway.close();
    await reference.close();

    const { complete, counts, requirements } = workspace.verdicts();
    expect(complete, output).toBe(true);
    const wrong = requirements.filter(({ verdict }) => ['fail', 'blocked', 'warn'].includes(verdict));
    expect(wrong.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(counts.pass).toBeGreaterThan(150);
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
    .run('conformance:live', 'tests/identity/token', 'tests/identity/password', 'tests/identity/refresh');
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
