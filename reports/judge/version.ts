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
 * The version of the suite: that of the package, and a digest of the checks and of what judges them. Two runs that
 * differ in it need not differ because the deployment does.
 */
export function suiteVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const digest = createHash('sha256');
  for (const folder of deciding) {
    for (const name of readdirSync(path.join(root, folder)).toSorted()) {
      if (!/\.(ts|json)$/.test(name)) continue;
      // A checkout may end its lines in another way.
      const text = readFileSync(path.join(root, folder, name), 'utf8').replaceAll('\r\n', '\n');
      digest.update(`${folder}/${name}\n${text}\n`);
    }
  }
  return `${version}+${digest.digest('hex').slice(0, 12)}`;
}
