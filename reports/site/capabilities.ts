import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Server } from '../../tests/support/catalogue.ts';

/** The hand-written pages: Markdown, one per capability. */
export const pagesFolder = fileURLToPath(new URL('pages', import.meta.url));

/** A page about one capability, the subject of one file of checks. */
export interface Capability {
  /** `identity/refresh`: the page, and the file of checks under `tests/`. */
  readonly path: string;
  readonly server: Server;
  readonly title: string;
  /** What it is about, in one sentence. */
  readonly summary: string;
}

/** The capabilities in the order in which a newcomer would read them. */
const order: Readonly<Record<Server, readonly string[]>> = {
  identity: [
    'authorization',
    'authorization-refusals',
    'consent-page',
    'authorization-code-grant',
    'authorization-code',
    'password-grant',
    'token-response',
    'token-errors',
    'refresh',
    'revocation',
    'token-info',
    'other-client',
    'oauth-client',
  ],
  collaboration: ['access-token', 'current-user', 'scopes', 'guest-login'],
  telephony: [
    'authentication',
    'recording',
    'recording-options',
    'recording-refusals',
    'recording-callbacks',
    'available-numbers',
    'country-and-type',
    'filters',
    'filters-abroad',
    'listing',
    'paging',
    'paging-walk',
    'errors',
  ],
};

/** What the servers are called on the site. */
export const serverTitles: Readonly<Record<Server, string>> = {
  identity: 'Identity',
  collaboration: 'Collaboration',
  telephony: 'Telephony',
};

/** All capabilities, with what their pages say about themselves. */
export const capabilities: readonly Capability[] = (Object.keys(order) as Server[]).flatMap((server) =>
  order[server].map((name) => ({ path: `${server}/${name}`, server, ...headOf(`${server}/${name}`) })),
);

function headOf(page: string): { title: string; summary: string } {
  const file = `${pagesFolder}/${page}.md`;
  if (!existsSync(file)) throw new Error(`There is no page ${file}, which the order of the pages names.`);
  const text = readFileSync(file, 'utf8');
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const { description } = parse(head) as { description?: string };
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (!title || !description) throw new Error(`${file} lacks a heading or a description.`);
  return { title, summary: description };
}
