import { createHash } from 'node:crypto';
import { type Comparison, circumstances, closing } from '../judge/comparison.ts';
import { addressesOf } from '../judge/target.ts';
import type { Catalogue, Change } from '../model.ts';
import { count, xml } from '../text.ts';

/**
 * A comparison as one self-contained HTML page: it sends no request, and what a deployment answered is only text in
 * it. Each change has a permanent link (`#TEL-014`, `#TEL-014-observed`).
 * @param titles the catalogue, for the titles of requirements; an id that it lacks has no title
 */
export function comparePage(comparison: Comparison, titles: Catalogue): string {
  const { changes } = comparison;
  const judged = changes.filter(({ what }) => what.includes('verdict') || what.includes('reason'));
  const observed = changes.filter(({ what }) => what.includes('observed'));
  const title = `${comparison.old.target.name} and ${comparison.new.target.name}, compared`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src '${digest(style)}'; script-src '${digest(script)}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${xml(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${xml(title)}</h1>
<p class="closing">${xml(closing(comparison))}</p>
</header>
<main>
<section aria-labelledby="runs">
<h2 id="runs">The two runs</h2>
<div class="pair">${run('old', comparison)}${run('new', comparison)}</div>
<ul class="plain">${circumstances(comparison)
    .map((text) => `<li>${xml(text)}</li>`)
    .join('')}</ul>
</section>
<form role="search" id="filter" hidden>
<label>Find <input type="search" name="text" autocomplete="off" placeholder="TEL-014, a word"></label>
<label>Show <select name="kind"><option value="">every change</option><option value="regression">regressions</option><option value="improvement">improvements</option><option value="other">other changes</option></select></label>
<output name="shown" aria-live="polite"></output>
</form>
${section(
  'requirements',
  'By requirement',
  'No verdict changed.',
  judged.map((change) => item(change, titles, 'judged')),
)}
${section(
  'observations',
  'By observation',
  'No observation changed.',
  observed.map((change) => item(change, titles, 'observed')),
)}
${only('Only in the old file', comparison.onlyOld)}${only('Only in the new file', comparison.onlyNew)}</main>
<script>${script}</script>
</body>
</html>
`;
}

function run(side: 'old' | 'new', comparison: Comparison): string {
  const { file, target, startedAt, outcome, complete, suite } = comparison[side];
  const fields = [
    ['target', `${target.name} (${target.kind})`],
    ...addressesOf(target),
    ['started', startedAt],
    ['outcome', complete ? outcome : `${outcome}, cut off`],
    ['suite', suite.version],
    ['file', file],
  ] as const;
  const list = fields.map(([name, text]) => `<dt>${xml(name)}</dt><dd>${xml(text)}</dd>`).join('');
  return `<div><h3>${side}</h3><dl>${list}</dl></div>`;
}

function section(id: string, title: string, none: string, items: readonly string[]): string {
  const body = items.length === 0 ? `<p>${none}</p>` : `<ol class="changes">\n${items.join('\n')}\n</ol>`;
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${title} <small>${items.length}</small></h2>\n${body}\n</section>`;
}

function item(change: Change, titles: Catalogue, shows: 'judged' | 'observed'): string {
  const { id, kind } = change;
  const title = Object.hasOwn(titles, id) ? (titles[id]?.title ?? '') : '';
  const anchor = shows === 'judged' ? id : `${id}-observed`;
  const side = (name: 'old' | 'new') => `<div><h4>${name}</h4>${sideOf(change, name, shows)}</div>`;
  return `<li id="${xml(anchor)}" data-kind="${kind}"><h3><a href="#${xml(anchor)}">${xml(id)}</a> ${xml(title)} <span class="kind ${kind}">${kind}</span></h3><div class="pair">${side('old')}${side('new')}</div></li>`;
}

function sideOf(change: Change, name: 'old' | 'new', shows: 'judged' | 'observed'): string {
  const { verdict, reason, observed } = change[name];
  if (shows === 'observed')
    return observed === null ? '<p class="none">nothing</p>' : `<p><code>${xml(observed)}</code></p>`;
  return `<p><span class="verdict ${verdict}">${verdict}</span> ${xml(reason)}</p>`;
}

function only(title: string, ids: readonly string[]): string {
  if (ids.length === 0) return '';
  return `<section><h2>${title} <small>${count(ids.length, 'requirement')}</small></h2><p>${ids.map(xml).join(' ')}</p></section>\n`;
}

/** The hash that the browser checks before it accepts an inline script or style. */
function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

const style = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #5a6270; --page: #fff; --card: #f5f6f8; --line: #d8dce2; --red: #b3161b; --green: #11693a; --link: #0b57b7; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a9b1bd; --page: #14171a; --card: #1e2226; --line: #3a4048; --red: #ff8f8a; --green: #73d49b; --link: #8ab8ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 70rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0 0 .5rem; }
h4 { font-size: .8rem; margin: 0; color: var(--soft); font-weight: 600; }
small { color: var(--soft); font-weight: 400; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
:target { outline: 2px solid var(--link); outline-offset: 2px; }
p { margin: .25rem 0; }
.closing { font-size: 1.1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem 1.5rem; }
.pair > div { min-width: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; }
.plain { padding-left: 1.2rem; }
.changes { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; }
.changes > li { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; }
.kind { float: right; font-size: .85rem; font-weight: 600; color: var(--soft); }
.kind.regression, .verdict.fail, .verdict.blocked { color: var(--red); }
.kind.improvement, .verdict.pass { color: var(--green); }
.verdict { font-weight: 700; }
.none { color: var(--soft); font-style: italic; }
code { font: .92em/1.5 ui-monospace, monospace; white-space: pre-wrap; }
form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-top: 1.5rem; padding: .6rem 0; background: var(--page); border-bottom: 1px solid var(--line); }
form[hidden] { display: none; }
.changes > li { scroll-margin-top: 6rem; }
input, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: .35rem; padding: .3rem .5rem; max-width: 100%; }
output { color: var(--soft); }
@media (max-width: 40rem) { .pair { grid-template-columns: 1fr; } form { position: static; } }
`;

/** Shows the changes that match the filter. Without this script, every change is shown. */
const script = `
const form = document.getElementById('filter');
const items = [...document.querySelectorAll('.changes > li')];
const apply = () => {
  const words = form.text.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const item of items) {
    const text = item.textContent.toLowerCase();
    const fits = !form.kind.value || item.dataset.kind === form.kind.value;
    item.hidden = !fits || !words.every((word) => text.includes(word));
  }
  form.shown.value = items.filter((item) => !item.hidden).length + ' of ' + items.length + ' shown';
};
form.hidden = items.length === 0;
form.addEventListener('input', apply);
form.addEventListener('submit', (event) => event.preventDefault());
apply();
`;
