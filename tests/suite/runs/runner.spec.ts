import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../support/in-workspace.ts';

/** What a machine lacks is told in a line: an old Node, a folder that cannot be written. */

const root = path.resolve(import.meta.dirname, '../../..');

test('a Node that is too old is told by every command, and a later one passes', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const loads = '--import ./reports/needs-node.js ';
  expect(
    Object.values(scripts).filter((one) => one.startsWith('node ') && !one.startsWith(`node ${loads}`)),
  ).toEqual([]);
  const on = (version: string) => {
    const code = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
    const faked = `data:text/javascript,${encodeURIComponent(code)}`;
    const args = [
      '--import',
      faked,
      '--import',
      './reports/needs-node.js',
      '--eval',
      'console.log("goes on")',
    ];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    return [status, stdout.trim(), stderr.trim().replace(/v[\d.]+\.$/, 'this one')];
  };
  const needs = 'This needs Node 20.19 or later, and this is this one';
  for (const version of ['18.20.8', '20.18.3']) expect(on(version)).toEqual([2, '', needs]);
  for (const version of ['20.19.0', '22.1.0', '24.21.0']) expect(on(version)).toEqual([0, 'goes on', '']);
});

test('a folder that cannot be written is told in a line, and all that a run writes is in the one that is named', async ({
  workspace,
}) => {
  const nowhere = path.join(workspace.folder, 'package.json/results');
  const args = ['--grep', '@TEL-210'];
  const failed = await workspace.with({ CONFORMANCE_OUTPUT: nowhere }).run('conformance', ...args);
  expect(failed.code, failed.output).toBe(2);
  expect(failed.output.trim()).toBe(
    `Nothing can be written to ${nowhere} (ENOTDIR): CONFORMANCE_OUTPUT names another folder for the results`,
  );
  const elsewhere = path.join(workspace.folder, 'elsewhere');
  const { code, output } = await workspace
    .with({ CONFORMANCE_OUTPUT: elsewhere })
    .run('conformance', ...args);
  expect(code, output).toBe(0);
  expect(existsSync(path.join(elsewhere, 'verdicts.json'))).toBe(true);
  for (const name of ['reports/out', 'test-results'])
    expect(existsSync(path.join(workspace.folder, name)), name).toBe(false);
});
