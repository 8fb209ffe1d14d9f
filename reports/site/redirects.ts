import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Capability } from './capabilities.ts';

/**
 * Writes `r/TEL-014.html` for each requirement: an address that stays the same when its check moves to another file.
 */
export function writeRedirects(site: string, homes: ReadonlyMap<string, Pick<Capability, 'path'>>): void {
  mkdirSync(path.join(site, 'r'), { recursive: true });
  for (const [id, { path: page }] of homes) {
    const target = `../${page}.html#${id}`;
    writeFileSync(
      path.join(site, 'r', `${id}.html`),
      `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${id}</title>
<meta http-equiv="refresh" content="0; url=${target}">
<link rel="canonical" href="${target}">
<p><a href="${target}">${id}</a></p>
</html>
`,
    );
  }
}
