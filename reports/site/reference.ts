import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../judge/collect.ts';
import { line } from '../text.ts';
import { serverTitles } from './capabilities.ts';
import { policy } from './portable.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * Writes the API reference into `reference/`: one page per server, rendered by Scalar from the document that the mock
 * serves, with its examples. These pages are separate from the others, since Scalar has its own styles.
 * @throws when Redocly cannot bundle a document and its schemas
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
  const documents = bundled(site);
  for (const [server, title] of Object.entries(serverTitles)) {
    writeFileSync(`${folder}/${server}.js`, `window.apiDocument = ${documents[server]};\n`);
    writeFileSync(`${folder}/${server}.html`, page(server, title));
  }
}

/** The documents as JSON, each with the schemas that it refers to. */
function bundled(site: string): Record<string, string> {
  const folder = mkdtempSync(path.join(path.dirname(site), 'documents-'));
  const cli = path.join(path.dirname(resolve('@redocly/cli/package.json')), 'bin/cli.js');
  const sources = Object.keys(serverTitles).map((server) => `specs/${server}.openapi.yaml`);
  const { status, stderr } = spawnSync(
    process.execPath,
    [cli, 'bundle', ...sources, '--output', folder, '--ext', 'json'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  if (status !== 0) throw new Error(`Redocly cannot bundle the documents: ${line(stderr).slice(0, 500)}`);
  const read = (server: string) =>
    JSON.stringify(JSON.parse(readFileSync(`${folder}/${server}.openapi.json`, 'utf8')));
  const documents = Object.fromEntries(Object.keys(serverTitles).map((server) => [server, read(server)]));
  rmSync(folder, { recursive: true });
  return documents;
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
<noscript>The API reference needs JavaScript. The documents are in the repository: specs/${server}.openapi.yaml.</noscript>
<script src="scalar.js"></script>
<script src="${server}.js"></script>
<script src="page.js"></script>
</body>
</html>
`;
}
