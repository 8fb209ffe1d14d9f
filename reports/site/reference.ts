import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../judge/collect.ts';
import { serverTitles } from './capabilities.ts';
import { policy } from './portable.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * Writes the API reference into `reference/`: one page per server, rendered by Scalar from the document for clients,
 * which can be downloaded next to it. These pages are separate from the others, since Scalar has its own styles.
 */
export function writeReference(site: string): void {
  const folder = path.join(site, 'reference');
  mkdirSync(folder, { recursive: true });
  copyFileSync(
    resolve('@scalar/api-reference').replace(/dist.*$/, 'dist/browser/standalone.js'),
    `${folder}/scalar.js`,
  );
  copyFileSync(new URL('reference/page.css', import.meta.url), `${folder}/page.css`);
  copyFileSync(new URL('reference/page.js', import.meta.url), `${folder}/page.js`);
  for (const [server, title] of Object.entries(serverTitles)) {
    const document = path.join(root, 'specs/clients', `${server}.openapi.yaml`);
    copyFileSync(document, `${folder}/${server}.openapi.yaml`);
    const json = JSON.stringify(parse(readFileSync(document, 'utf8')));
    writeFileSync(`${folder}/${server}.js`, `window.apiDocument = ${json};\n`);
    writeFileSync(`${folder}/${server}.html`, page(server, title));
  }
}

function page(server: string, title: string): string {
  const links = Object.entries(serverTitles).map(
    ([other, text]) => `<a href="${other}.html"${other === server ? ' aria-current="page"' : ''}>${text}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${policy}
<title>${title} server · API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
</head>
<body>
<header>
<a href="../index.html">Interface conformance</a>
<nav aria-label="API reference">${links.join('')}</nav>
</header>
<div id="reference"></div>
<noscript>The API reference needs JavaScript. The documents are in the repository: specs/clients/${server}.openapi.yaml.</noscript>
<script src="scalar.js"></script>
<script src="${server}.js"></script>
<script src="page.js"></script>
</body>
</html>
`;
}
