/**
 * A flow of messages as a picture: a fenced block `flow` becomes an ordered list that style sheets draw as a
 * sequence diagram, so that a screen reader, a phone and a text search all read the same words.
 *
 * A line `A -> B: text` is a request, `A --> B: text` an answer, and any other line a remark.
 */

/** One line of the picture. */
interface Step {
  readonly from?: string;
  readonly to?: string;
  readonly answer?: boolean;
  readonly text: string;
}

/** Renders a flow as HTML that is safe from template interpolation. */
export function flowToHtml(source: string, label: string): string {
  const steps = source.split('\n').flatMap((text) => (text.trim() === '' ? [] : stepOf(text.trim())));
  const actors = [...new Set(steps.flatMap(({ from, to }) => (from && to ? [from, to] : [])))];
  const heads = actors.map((name) => `<span>${escape(name)}</span>`).join('');
  const lines = actors.map((_, index) => `<i style="left:${(100 * (index + 0.5)) / actors.length}%"></i>`);
  return [
    `<figure class="flow" v-pre style="--actors:${actors.length}">`,
    `<figcaption>${escape(label)}</figcaption>`,
    `<div class="flow-picture"><div class="flow-lines" aria-hidden="true">${lines.join('')}</div>`,
    `<div class="flow-actors" aria-hidden="true">${heads}</div>`,
    `<ol>${steps.map((step) => item(step, actors)).join('')}</ol></div></figure>\n`,
  ].join('');
}

function stepOf(text: string): Step {
  const [, from, arrow, to, what] = /^(.+?) (-->|->) (.+?): (.+)$/.exec(text) ?? [];
  if (from === undefined || to === undefined || what === undefined) return { text };
  return { from, to, answer: arrow === '-->', text: what };
}

function item({ from, to, answer, text }: Step, actors: readonly string[]): string {
  if (from === undefined || to === undefined) return `<li class="flow-remark">${inline(text)}</li>`;
  const [a, b] = [actors.indexOf(from), actors.indexOf(to)];
  // Each actor has two columns and is placed on the line between them.
  const [start, end] = [Math.min(a, b) * 2 + 2, Math.max(a, b) * 2 + 2];
  const classes = `flow-step ${a < b ? 'flow-right' : 'flow-left'}${answer ? ' flow-answer' : ''}`;
  const who = `<span class="visually-hidden">${escape(`${from} to ${to}: `)}</span>`;
  return `<li class="${classes}" style="grid-column:${start}/${end}">${who}<span>${inline(text)}</span></li>`;
}

function inline(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
