import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue } from '../../tests/support/catalogue.ts';
import { root } from '../judge/collect.ts';
import { compare } from '../judge/comparison.ts';
import { comparePage } from '../write/compare-page.ts';
import { capabilities } from './capabilities.ts';
import { checksWithSource } from './checks.ts';
import { type Content, capabilityOf, silentOf, startOf } from './content.ts';
import { homesOf } from './homes.ts';
import { matrixPageOf } from './matrix.ts';
import { relocatePages } from './portable.ts';
import { writeRedirects } from './redirects.ts';
import { writeReference } from './reference.ts';
import { readMatrix, readRun } from './sources.ts';

/**
 * Builds the site.
 * @param directory the output directory; the site is written to its folder `site`, either completely or not at all
 * @param verdicts the verdict files to report on, the first of them in full
 * @param since the verdict file of the run that the first is compared with
 * @returns the folder of the site
 * @throws with one sentence when a file is not what it should be
 */
export async function buildSite(
  directory: string,
  verdicts: readonly string[],
  since?: string,
): Promise<string> {
  const matrix = readMatrix(path.join(directory, 'mutants.json'));
  const older = since === undefined ? undefined : readRun(since);
  const content: Content = {
    checks: checksWithSource(),
    runs: verdicts.map(readRun),
    ...(matrix && { matrix }),
    ...(older && { older }),
  };
  mkdirSync(directory, { recursive: true });
  const work = mkdtempSync(path.join(directory, '.site-'));
  try {
    writeData(path.join(work, 'data'), content);
    await render(work);
    const built = path.join(work, 'site');
    relocatePages(built);
    writeRedirects(built, homesOf(content.checks));
    writeReference(built);
    writeComparison(built, content);
    const site = path.join(directory, 'site');
    rmSync(site, { recursive: true, force: true });
    renameSync(built, site);
    return site;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Writes what has changed since another run, if there is one. */
function writeComparison(site: string, { runs: [run], older }: Content): void {
  if (run === undefined || older === undefined) return;
  const comparison = compare(older.verdicts, run.verdicts, ['the run before', 'the run of this site']);
  writeFileSync(path.join(site, 'compare.html'), comparePage(comparison, catalogue));
}

/** Writes one JSON file per page, which the page imports. */
function writeData(folder: string, content: Content): void {
  const pages: Record<string, object> = {
    start: startOf(content),
    silent: silentOf(content),
    mutants: matrixPageOf(content.matrix, content.checks),
  };
  for (const capability of capabilities) pages[capability.path] = capabilityOf(capability, content);
  for (const [name, data] of Object.entries(pages)) {
    const file = path.join(folder, `${name}.json`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(data));
  }
}

/** Lets VitePress render the pages; its own files stay in the work folder. */
async function render(work: string): Promise<void> {
  const settings = path.join(work, '.vitepress');
  mkdirSync(path.join(settings, 'theme'), { recursive: true });
  const reexport = (file: string) =>
    `export { default } from ${JSON.stringify(path.join(import.meta.dirname, file))};\n`;
  writeFileSync(path.join(settings, 'config.mts'), reexport('config.ts'));
  writeFileSync(path.join(settings, 'theme/index.ts'), reexport('theme/index.ts'));
  // The pages resolve their modules here, wherever the output directory is.
  symlinkSync(path.join(root, 'node_modules'), path.join(work, 'node_modules'), 'junction');
  process.env.CONFORMANCE_SITE_WORK = work;
  // VitePress looks for Vue from here.
  process.chdir(root);
  const { build } = await import('vitepress');
  await build(work);
}
