import { readdirSync } from 'node:fs';
import { isLast } from '../launch/order.ts';
import { subjectsOf } from '../support/subjects.ts';
import { judgeAll } from '../support/test.ts';

/**
 * All checks as one test file. Playwright starts a new worker, and with it a new browser, for each project of the
 * suite, and each would have to find out anew what is known about a deployment.
 */

const files = ['collaboration', 'identity', 'telephony'].flatMap((folder) =>
  readdirSync(new URL(`../${folder}`, import.meta.url), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.spec.ts'))
    .toSorted()
    .map((name) => `${folder}/${name}`),
);
for (const file of [...files.filter((name) => !isLast(name)), ...files.filter(isLast)])
  await import(`../${file}`);
judgeAll(subjectsOf(process.env) ?? []);
