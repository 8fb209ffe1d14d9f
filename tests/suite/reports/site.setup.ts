import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { test as setup } from '@playwright/test';
import { writeHostileRun } from './hostile-run.ts';
import { build, built, olderIn } from './site-build.ts';

setup('the site of a hostile run, compared with an older one, is built', async () => {
  setup.setTimeout(600_000);
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built, { recursive: true });
  const { file } = writeHostileRun(built);
  const older = { ...file, target: { ...file.target, name: 'last <night>' } };
  writeFileSync(olderIn(built), JSON.stringify(older));
  await build(built, ['--since', olderIn(built)]);
});
