/**
 * `npm run docs [-- VERDICTS…]`: builds the living documentation as a static site. The first verdict file
 * is the run that it tells of (by default `CONFORMANCE_VERDICTS`, else the last run, where there is one);
 * the others add what they saw of the silent points.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { command } from './command.ts';
import { defaultOutput, filesIn } from './output.ts';
import { buildSite } from './site/build.ts';

await command(async () => {
  const directory = defaultOutput();
  const last = filesIn(directory).verdicts;
  const named = process.argv.slice(2);
  const chosen = named.length > 0 ? named : [process.env.CONFORMANCE_VERDICTS || last];
  const absent = named.length === 0 && !process.env.CONFORMANCE_VERDICTS && !existsSync(last);
  // The building changes the working directory.
  const cwd = process.cwd();
  const site = await buildSite(directory, absent ? [] : chosen.map((file) => path.resolve(file)));
  console.log(path.relative(cwd, site));
});
