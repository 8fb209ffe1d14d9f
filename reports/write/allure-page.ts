import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWhole } from '../judge/outcome.ts';
import type { VerdictFile } from '../model.ts';
import { allureHistoryIn, filesIn, writeWhole } from '../output.ts';
import { line } from '../text.ts';
import { categories } from './allure.ts';

/**
 * Builds the Allure report of the last run: one HTML file that opens from disk and needs no network.
 * @returns the report's file
 * @throws with one sentence if there is nothing to report, or Allure cannot build it
 */
export function buildReport(directory: string): string {
  const files = filesIn(directory);
  if (!existsSync(files.verdicts) || !existsSync(files.allureResults)) {
    throw new Error(`There is no finished run in ${directory}: start one with "npm run conformance".`);
  }
  const verdicts = JSON.parse(readFileSync(files.verdicts, 'utf8')) as VerdictFile;
  const report = path.join(files.allureReport, 'index.html');
  const history = allureHistoryIn(directory, verdicts.target);
  // A run counts once in the history, however often its report is built.
  if (existsSync(report) && isWhole(verdicts)) forgetLast(history);
  const work = mkdtempSync(path.join(tmpdir(), 'allure-'));
  try {
    const config = path.join(work, 'allurerc.json');
    writeFileSync(config, JSON.stringify(configOf(verdicts, path.join(work, 'report'), history)));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [allureCli(), 'generate', '--config', config, '--cwd', work, files.allureResults],
      { encoding: 'utf8' },
    );
    const built = path.join(work, 'report', 'index.html');
    if (status !== 0 || !existsSync(built))
      throw new Error(`Allure built no report: ${line(stderr || stdout)}`);
    writeWhole(report, withoutNetwork(withPlaces(readFileSync(built, 'utf8'))));
    return report;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function forgetLast(history: string): void {
  if (!existsSync(history)) return;
  const runs = readFileSync(history, 'utf8').trimEnd().split('\n');
  writeWhole(
    history,
    runs
      .slice(0, -1)
      .map((run) => `${run}\n`)
      .join(''),
  );
}

/** How many earlier runs are shown beside the last one. */
const HISTORY = 50;

function configOf(verdicts: VerdictFile, output: string, historyPath: string): object {
  const { target, outcome } = verdicts;
  return {
    historyPath,
    // A partial run is shown beside the earlier runs but not added to them: it would distort the trend.
    appendHistory: isWhole(verdicts),
    historyLimit: HISTORY,
    name: `Conformance of ${line(target.name)} (${target.kind}): ${outcome}`,
    output,
    categories: categories.map(({ name, word, status }) => ({
      name,
      matchers: [{ statuses: [status], message: `^${word}: [\\s\\S]*` }],
      groupByMessage: false,
    })),
    plugins: {
      awesome: { options: { singleFile: true, groupBy: ['epic', 'feature'], sections: ['charts'] } },
    },
  };
}

/** Allure has no Node API for building reports; only its command line is documented. */
function allureCli(): string {
  return fileURLToPath(new URL('../cli.js', import.meta.resolve('allure')));
}

/** Elements that load from elsewhere, and inline scripts that serve the tag manager. */
const external =
  /<script\b[^>]*\bsrc="https?:[^"]*"[^>]*>\s*<\/script>|<link\b[^>]*\bhref="https?:[^"]*"[^>]*>|<script>(?:(?!<\/script>)[\s\S])*?\bgtag\((?:(?!<\/script>)[\s\S])*?<\/script>/g;

/**
 * Removes from Allure's page what it loads from the network (a tag manager that cannot be switched off), and makes
 * the browser refuse anything that a later version might add.
 */
export function withoutNetwork(html: string): string {
  const policy =
    "default-src 'none'; script-src data: 'unsafe-inline' 'unsafe-eval' blob:; style-src data: 'unsafe-inline'; img-src data: blob:; font-src data:; media-src data: blob:; connect-src data: blob:; frame-src data: blob:; worker-src data: blob:; form-action 'none'";
  return html
    .replace(external, '')
    .replace(/<head>/, `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

/** Allure shows only the name of a relative link: this script adds the link after it. */
const places = `new MutationObserver(() => {
  for (const box of document.querySelectorAll('[data-testid="test-result-meta-link"]')) {
    const id = box.querySelector('span')?.textContent.trim() ?? '';
    if (!/^[A-Z]{3}-\\d{3}$/.test(id) || box.closest('a') || box.querySelector('a:not(.place)')) continue;
    let link = box.querySelector('a.place');
    if (!link) {
      link = document.createElement('a');
      link.className = 'place';
      link.style.textDecoration = 'underline';
      box.append(link);
    }
    const text = id + ' on the site';
    if (link.textContent === text) continue;
    link.textContent = text;
    link.href = '../site/r/' + id + '.html';
  }
}).observe(document, { childList: true, subtree: true, characterData: true });`;

/** Links each requirement to its page on the site beside the report. */
function withPlaces(html: string): string {
  return html.replace(/<head>/, () => `<head>\n    <script>${places}</script>`);
}
