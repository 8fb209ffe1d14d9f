/**
 * `npm run docs [-- VERDICTS…]`: builds the living documentation as a static site. The first verdict file is the run
 * that it shows (by default the last one, if there is one); the others add what they observed at the silent points.
 * `--since OLD.json` adds a page with the changes since another run.
 * `npm run docs -- --serve [--port N]` serves the built site on this machine until it is stopped.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { command } from './command.ts';
import { defaultOutput, filesIn } from './output.ts';
import { buildSite } from './site/build.ts';
import { serveSite } from './site/serve.ts';

const usage =
  'npm run docs -- [VERDICTS…] [--since OLD.json], or npm run docs -- --serve [--port N], 4173 by default';

await command(async () => {
  const { values, positionals: named } = parseArgs({
    allowPositionals: true,
    options: { since: { type: 'string' }, serve: { type: 'boolean' }, port: { type: 'string' } },
  });
  const directory = defaultOutput();
  if (values.serve && values.since !== undefined) throw new Error(`--serve builds nothing: ${usage}`);
  if (values.serve) return serve(directory, named, values.port ?? '4173');
  if (values.port !== undefined) throw new Error(`--port goes with --serve: ${usage}`);
  const last = filesIn(directory).verdicts;
  const chosen = named.length > 0 ? named : [last];
  const absent = named.length === 0 && !existsSync(last);
  if (absent && values.since !== undefined)
    throw new Error(`There is no run that --since could be compared with: ${usage}`);
  // Building changes the working directory.
  const cwd = process.cwd();
  const site = await buildSite(
    directory,
    absent ? [] : chosen.map((file) => path.resolve(file)),
    values.since,
  );
  console.log(`${path.relative(cwd, site)} ("npm run docs -- --serve" shows it)`);
  return undefined;
});

async function serve(directory: string, named: readonly string[], port: string): Promise<undefined> {
  if (named.length > 0) throw new Error(`--serve builds nothing, and takes no verdict file: ${usage}`);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(`--port expects a number up to 65535: ${usage}`);
  const { server, address } = await serveSite(path.join(directory, 'site'), Number(port));
  // The signal may come twice: a terminal sends it to the whole process group, and npm passes it on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  console.log(`${address}\nCtrl-C ends it.`);
}
