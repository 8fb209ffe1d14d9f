import { readdirSync } from 'node:fs';
import { lastChecks } from '../order.ts';

/**
 * All checks as one test file. Playwright starts a new worker, and with it a new browser, for each project of the
 * suite, and each would have to find out anew what is known about a deployment.
 */

/** Files whose checks take longest, in ascending order: what other checks find as well is found by those first. */
const longest = [
  'telephony/recording-callbacks.spec.ts',
  'identity/authorization-code-grant.spec.ts',
  'identity/authorization.spec.ts',
  'identity/authorization-refusals.spec.ts',
  'identity/authorization-code.spec.ts',
  'identity/consent-page.spec.ts',
];

const atTheEnd = [...longest, lastChecks];
const files = ['collaboration', 'identity', 'telephony'].flatMap((folder) =>
  readdirSync(new URL(`../${folder}`, import.meta.url), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.spec.ts'))
    .toSorted()
    .map((name) => `${folder}/${name}`),
);
for (const file of [...files.filter((name) => !atTheEnd.includes(name)), ...atTheEnd])
  await import(`../${file}`);
