import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './collect.ts';

/** What decides how a deployment is judged, apart from the catalogue. */
const deciding = [
  'tests/identity',
  'tests/collaboration',
  'tests/telephony',
  'tests/support',
  'schemas',
  'reports/judge',
];

/**
 * The version of the suite: that of the package, and a digest of the checks and of what judges them. If it differs
 * between two runs, the deployment need not be the cause of their differences.
 *
 * @param project the folder of the suite
 */
export function suiteVersion(project = root): string {
  const { version } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const digest = createHash('sha256');
  for (const folder of deciding) {
    const names = readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' });
    // The path separators and line ends of a checkout do not make it a different suite.
    for (const name of names.map((one) => one.replaceAll(path.sep, '/')).toSorted()) {
      // The examples are for the mock, and judge nothing.
      if (!/\.(ts|json)$/.test(name) || name.startsWith('examples/')) continue;
      const text = readFileSync(path.join(project, folder, name), 'utf8').replaceAll('\r\n', '\n');
      digest.update(`${folder}/${name}\n${text}\n`);
    }
  }
  return `${version}+${digest.digest('hex').slice(0, 12)}`;
}
