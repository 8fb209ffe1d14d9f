import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readBaseline, readVerdictFile } from '../../../reports/judge/verdict-file.ts';
import { checkable } from '../support/checkable.ts';
import { TinyProject } from '../support/tiny-project.ts';
import { fileOf, row, unselected } from '../support/verdict-samples.ts';
import { valid } from '../support/well-formed.ts';

const [must = ''] = checkable('must');
const [open = ''] = checkable('open');
const checks = (status: number, seen: string) => `
test('holds', covers('${must}'), () => { expect(${status}).toBe(200); });
test('is open', covers('${open}'), () => record([{ id: '${open}', is: 'observed', value: '${seen}' }]));
`;
let tiny: TinyProject;
test.afterEach(() => tiny.remove());

test('what changed since is drift, old beside new, and changes no exit code', async () => {
  tiny = new TinyProject({ 'a.spec.ts': checks(200, 'one') });
  expect((await tiny.launch(['mock']).ended).code).toBe(0);
  tiny.write('base.json', tiny.read('verdicts.json'));
  const prelude = readFileSync(path.join(tiny.folder, 'a.spec.ts'), 'utf8').split("\ntest('holds'")[0];
  const env = { TARGET_BASELINE: path.join(tiny.folder, 'base.json') };

  tiny.write('a.spec.ts', `${prelude}\n${checks(200, 'two')}`);
  const drifted = await tiny.launch(['mock'], env).ended;
  expect(drifted.code, drifted.output).toBe(0);
  expect(drifted.output).toMatch(/Drift since mock of \S+\n {2}\S+ changed\n {4}old one\n {4}new two\n/);
  expect(tiny.verdicts.drift).toEqual([
    {
      id: open,
      kind: 'other',
      what: ['observed'],
      old: expect.objectContaining({ observed: 'one' }),
      new: expect.objectContaining({ observed: 'two' }),
    },
  ]);
  expect(tiny.verdicts.baseline).toMatchObject({ name: 'mock', complete: true, changed: [] });
  expect(valid(tiny.verdicts)).toEqual([]);

  // A row that was not selected this time has not drifted.
  tiny.write('a.spec.ts', `${prelude}\n${checks(500, 'two')}`);
  const worse = await tiny.launch(['mock', '--grep', 'holds'], env).ended;
  expect(worse.code).toBe(1);
  expect(tiny.verdicts.drift?.map(({ id, kind }) => [id, kind])).toEqual([[must, 'regression']]);
  expect(tiny.verdicts.baseline).not.toHaveProperty('unselected');

  // Nor is anything known of one that was not selected in the baseline.
  tiny.write('base.json', tiny.read('verdicts.json'));
  const more = await tiny.launch(['mock'], env).ended;
  expect(more.output).toMatch(
    /Drift since \S+ of \S+ \(the baseline did not select 1 requirement\)\n {2}none/,
  );
  expect(tiny.verdicts.baseline?.unselected).toBe(1);
  expect(valid(tiny.verdicts)).toEqual([]);
});

test('one that is not there, no verdict file, or of a run that judged nothing is none', () => {
  tiny = new TinyProject({});
  const at = (name: string, value: unknown) => {
    tiny.write(name, JSON.stringify(value));
    return path.join(tiny.folder, name);
  };
  expect(() => readBaseline(path.join(tiny.folder, 'absent.json'))).toThrow('there is no file');
  expect(() => readBaseline(tiny.folder)).toThrow('cannot be read');
  expect(() => readBaseline(at('other.json', []))).toThrow('is not a verdict file');
  const nothing = at('nothing.json', fileOf([unselected('IDN-001')]));
  expect(() => readBaseline(nothing)).toThrow('keep a baseline elsewhere');
  expect(readVerdictFile(nothing).requirements).toHaveLength(1);
  expect(readBaseline(at('good.json', fileOf([row('IDN-001', 'pass')]))).requirements).toHaveLength(1);
});
