import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { UserConfig } from 'vitepress';

/**
 * VitePress builds for one base path that is known in advance, but the site has to work at any. So it is built for this
 * one, which every page then replaces with its actual location.
 */
export const BASE = '/__conformance-base__/';

/** The global variable in which a page keeps the path of the site's root. */
const VARIABLE = '__base';

type Plugin = Extract<NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number], { name: string }>;

/** Makes the scripts read the base from the page, wherever it occurs in a string. */
export function relocateScripts(): Plugin {
  return {
    name: 'relocate-scripts',
    writeBundle({ dir = '' }) {
      // The server build renders the pages, which `relocatePages` handles.
      if (path.basename(dir) !== 'site') return;
      for (const file of filesIn(dir, '.js')) {
        const code = readFileSync(file, 'utf8');
        if (code.includes(BASE)) writeFileSync(file, relocated(code, this.parse(code)));
      }
    },
  };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly value?: unknown;
}

/** Replaces each string that contains the base with an expression. */
function relocated(code: string, program: object): string {
  const strings: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const text = code.slice(node.start, node.end);
    if ((node.type === 'Literal' && typeof node.value === 'string') || node.type === 'TemplateLiteral') {
      if (text.includes(BASE)) strings.push(node);
      return;
    }
    Object.values(value).forEach(visit);
  };
  visit(program);
  return strings
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => {
      const string = text.slice(start, end);
      const expression = `(${string}).replaceAll(${JSON.stringify(BASE)},window.${VARIABLE})`;
      return text.slice(0, start) + expression + text.slice(end);
    }, code);
}

/** Makes the references in the pages and style sheets of a built site relative. */
export function relocatePages(site: string): void {
  // Its relative references would depend on which page was not found, and that is not known in advance.
  rmSync(path.join(site, '404.html'), { force: true });
  for (const file of filesIn(site, '.css')) {
    const up = toRoot(site, file);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(BASE, up));
  }
  for (const file of filesIn(site, '.html')) {
    const up = toRoot(site, file);
    const html = readFileSync(file, 'utf8')
      .replace(
        /window\.__VP_SITE_DATA__=JSON\.parse\(("(?:[^"\\]|\\.)*")\)/,
        (_, data: string) =>
          `window.__VP_SITE_DATA__=JSON.parse(${data.replaceAll(BASE, '\\u0000')}.replaceAll("\\u0000",window.${VARIABLE}))`,
      )
      .replaceAll(BASE, up)
      .replace(
        '<head>',
        () =>
          `<head>\n${policy}\n<script>window.${VARIABLE}=new URL(${JSON.stringify(up)},location.href).pathname</script>`,
      )
      .replace('</body>', () => `<script>${absoluteLinks}</script></body>`);
    writeFileSync(file, html);
  }
}

/** What a page may load: its own site, and nothing from any other host. */
export const policy =
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; form-action 'none'\">";

/** Navigation and footer survive a change of page, so their relative links are made absolute immediately. */
const absoluteLinks =
  'for(const a of document.querySelectorAll("a[href]"))if(!/^(#|[a-z]+:)/.test(a.getAttribute("href")))a.setAttribute("href",new URL(a.href).pathname+new URL(a.href).hash)';

function toRoot(site: string, file: string): string {
  return path.relative(path.dirname(file), site) === ''
    ? './'
    : `${path.relative(path.dirname(file), site)}/`;
}

function filesIn(folder: string, extension: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => path.join(folder, name));
}
