/**
 * Writes clients/*.openapi.yaml, one document per server for generators of clients: the documents of this folder with
 * their schemas, as clients/overlay.yaml changes them.
 *
 *   npm run bundle             writes them
 *   npm run check:generated    exits 1 when one is stale
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const target = path.join(import.meta.dirname, 'clients');
const banner =
  '# Generated from specs/, schemas/ and overlay.yaml by `npm run bundle`: do not edit, run it again.\n';

const made = mkdtempSync(path.join(tmpdir(), 'bundle-'));
try {
  bundle(made);
  const gone = readdirSync(target).filter(
    (file) => file.endsWith('.openapi.yaml') && !existsSync(path.join(made, file)),
  );
  if (gone.length > 0) throw new Error(`specs/clients: ${gone.join(', ')} is made from no document`);
  const stale = readdirSync(made).filter((file) => {
    const fresh = banner + readFileSync(path.join(made, file), 'utf8');
    const committed = path.join(target, file);
    const differs = !existsSync(committed) || readFileSync(committed, 'utf8') !== fresh;
    if (differs && !process.argv.includes('--check')) writeFileSync(committed, fresh);
    return differs;
  });
  if (process.argv.includes('--check') && stale.length > 0) {
    console.error(`specs/clients: ${stale.join(', ')} is stale: run \`npm run bundle\``);
    process.exitCode = 1;
  }
} finally {
  rmSync(made, { recursive: true });
}

function bundle(folder: string): void {
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
    'bin/cli.js',
  );
  const documents = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.openapi.yaml'));
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      cli,
      'bundle',
      ...documents.map((file) => `specs/${file}`),
      '--component-names-strategy=title',
      '--overlay=specs/clients/overlay.yaml',
      `--output=${folder}`,
      '--ext=yaml',
    ],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  if (status !== 0) throw new Error(`Redocly cannot bundle the documents:\n${stderr}`);
}
