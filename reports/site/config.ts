import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import type { Server } from '../../tests/support/catalogue.ts';
import { capabilities, pagesFolder, serverTitles } from './capabilities.ts';
import { flowToHtml } from './flow.ts';
import type { CapabilityData } from './model.ts';
import { BASE, relocateScripts } from './portable.ts';

/** Where the pages' data is, and where the site is built; set by `build.ts`. */
const work = process.env.CONFORMANCE_SITE_WORK ?? '';

const reference: DefaultTheme.NavItemWithLink[] = Object.entries(serverTitles).map(([server, text]) => ({
  text: `${text} server`,
  link: `/reference/${server}.html`,
  // A separate page, which VitePress does not render.
  target: '_self',
}));

const clients: DefaultTheme.NavItemWithLink[] = [
  ...Object.entries(serverTitles).map(([server, text]) => ({
    text: `${text}: quick start`,
    link: `/clients/${server}`,
  })),
  { text: 'Generating a client', link: '/clients/generators' },
];

/** A tick in a square; inline, so that browsers do not request a file. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%233b5bdb'/%3E%3Cpath d='M4 8.5l3 3 5-6.5' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E";

/** The site: the hand-written pages, with the data that `build.ts` has written next to them. */
export default defineConfig({
  title: 'Interface conformance',
  description: 'How the identity, collaboration and telephony interface behaves, and who keeps to it.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: icon }]],
  base: BASE,
  srcDir: pagesFolder,
  outDir: path.join(work, 'site'),
  cacheDir: path.join(work, 'cache'),
  cleanUrls: false,
  // Pages that VitePress does not render.
  ignoreDeadLinks: [/^\/reference\//],
  markdown: {
    // The default ones write comments too faintly.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      const fence = md.renderer.rules.fence;
      md.renderer.rules.fence = (tokens, index, options, env, self) => {
        const { info = '', content = '' } = tokens[index] ?? {};
        if (info.startsWith('flow ')) return flowToHtml(content, info.slice('flow '.length));
        return fence?.(tokens, index, options, env, self) ?? '';
      };
    },
  },
  themeConfig: {
    siteTitle: 'Interface conformance',
    nav: [
      { text: 'Start', link: '/' },
      { text: 'Silent points', link: '/silent' },
      { text: 'Kill matrix', link: '/mutants' },
      { text: 'API reference', items: reference },
      { text: 'Clients', items: clients },
      {
        text: 'Guides',
        items: [
          { text: 'How to read this site', link: '/reading' },
          { text: 'The first run on staging', link: '/guide/staging' },
          { text: 'Reading a failure', link: '/guide/failure' },
          { text: 'Known deviations, comparing', link: '/guide/deviations' },
          { text: 'Security', link: '/guide/security' },
        ],
      },
    ],
    sidebar: (Object.keys(serverTitles) as Server[]).map((server) => ({
      text: serverTitles[server],
      items: capabilities
        .filter((capability) => capability.server === server)
        .map(({ path, title }) => ({ text: title, link: `/${path}` })),
    })),
    outline: { level: 2, label: 'On this page' },
    docFooter: { prev: 'Previous', next: 'Next' },
    search: {
      provider: 'local',
      options: {
        _render: (source, env, md) => md.render(source, env) + requirementsOf(env.relativePath),
        miniSearch: { searchOptions: { combineWith: 'AND', prefix: true, boost: { title: 4 } } },
      },
    },
  },
  vite: {
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias: { '@data': path.join(work, 'data') } },
    json: { stringify: true },
    plugins: [relocateScripts()],
    build: { chunkSizeWarningLimit: 4000 },
  },
});

/** The requirements of a page for the search index: by id, title and statement, under their anchors. */
function requirementsOf(page: string): string {
  const name = page.replace(/\.md$/, '');
  if (!capabilities.some(({ path }) => path === name)) return '';
  const file = path.join(work, 'data', `${name}.json`);
  const { requirements } = JSON.parse(readFileSync(file, 'utf8')) as CapabilityData;
  return requirements
    .map(
      ({ id, title, statement }) =>
        `<h2 id="${id}">${id} ${escape(title)} <a href="#${id}"></a></h2>\n<p>${escape(statement)}</p>\n`,
    )
    .join('');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
