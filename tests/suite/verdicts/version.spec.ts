import { expect } from '@playwright/test';
import { suiteVersion } from '../../../reports/judge/version.ts';
import { test } from '../support/in-workspace.ts';

for (const file of [
  'tests/telephony/paging.spec.ts',
  'tests/support/wire/request-context.ts',
  'tests/support/secrets/mask.ts',
  'schemas/call.schema.json',
  'reports/judge/outcome.ts',
]) {
  test(`a change to ${file} makes another suite`, ({ workspace }) => {
    const before = suiteVersion(workspace.folder);
    workspace.edit(file, (text) => `${text}\n`);
    expect(suiteVersion(workspace.folder)).not.toBe(before);
  });
}

for (const file of ['tests/suite/wire/wire.spec.ts', 'schemas/examples/call.json', 'tests/mutants/run.ts']) {
  test(`a change to ${file}, which judges no deployment, makes none`, ({ workspace }) => {
    const before = suiteVersion(workspace.folder);
    workspace.edit(file, (text) => `${text}\n`);
    expect(suiteVersion(workspace.folder)).toBe(before);
  });
}

test('the line ends of a checkout make none', ({ workspace }) => {
  const before = suiteVersion(workspace.folder);
  workspace.edit('tests/support/wire/request-context.ts', (text) => text.replaceAll('\n', '\r\n'));
  expect(suiteVersion(workspace.folder)).toBe(before);
});
