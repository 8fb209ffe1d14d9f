import { line } from '../text.ts';

/** Characters that Markdown, in GitHub's or GitLab's dialect, or HTML could interpret as markup inside a line. */
const markup = /[\\`*_{}[\]<>#+!|~&@$^=]/g;

/** A dot or colon within a word, which would turn it into a link: `www.x`, `https:x`. */
const inAddress = /[.:](?=\S)/g;

/** Untrusted text as Markdown that shows exactly this text on one line, even in a table cell. */
export function markdown(text: string): string {
  return line(text)
    .replace(markup, (character) => `\\${character}`)
    .replace(inAddress, (character) => `\\${character}`);
}

/** A table; the cells are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)];
}

/** A section that says why there is nothing to report, with each line of the message as an item. */
export function markdownFailure(title: string, error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  return [`## ${title}`, '', ...lines.map((text) => `- ${markdown(text)}`), ''].join('\n');
}

/** Lines in a code block that no sequence of backticks in them can end. */
export function markdownBlock(lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.flatMap((text) => text.match(/`+/g) ?? []).map(({ length }) => length),
  );
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...lines, fence, ''].join('\n');
}
