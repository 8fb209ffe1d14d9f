/**
 * The command behind `npm run stability:visits`: judges the reference, and whatever differs from it in its login, its
 * consent or its redirects, with every visit made in the browser and with those left out that need none, and reports
 * every requirement whose result is not the same.
 */
import { mutants } from '../mutants/bank/index.ts';
import { everyPageVariants } from '../mutants/harmless/authorize.ts';
import { consentVariants } from '../mutants/harmless/consent.ts';
import { consentWordVariants } from '../mutants/harmless/consent-words.ts';
import { loginNameVariants, loginVariants } from '../mutants/harmless/login.ts';
import { sessionVariants } from '../mutants/harmless/login-steps.ts';
import {
  authorizeRefusalVariants,
  redirectBackVariants,
  redirectVariants,
} from '../mutants/harmless/redirects.ts';
import { listChecks } from '../mutants/list-checks.ts';
import { type Difference, type Variants, variantOf } from '../mutants/mutant.ts';
import { startDiffering } from '../mutants/start-differing.ts';
import { instabilities } from './compare.ts';
import { verdictsOf } from './verdicts.ts';

/** The checks that judge what a browser is led through. */
const ofBrowser = /(?:^|\/)identity\/(?:authorization|authorization-refusals|consent-page)\.spec\.ts$/;

const usage = `npm run stability:visits               the reference, and all that differs in login, consent and redirects
npm run stability:visits -- [NAME…]   those whose names start with one of these`;

async function run(names: readonly string[]): Promise<number> {
  const checks = listChecks().filter(({ file }) => ofBrowser.test(file));
  const files = [...new Set(checks.map(({ file }) => file))];
  const judged = new Set<string>(checks.flatMap(({ covers }) => covers));
  const breaking = [...mutants].filter(([, { breaks }]) => breaks.some((id) => judged.has(id)));
  const all: readonly (readonly [string, readonly Difference[]])[] = [
    ['reference', []],
    ...Object.entries(variants).map(([name, one]) => [name, [variantOf(one)]] as const),
    ...breaking.map(([name, one]) => [name, [one]] as const),
  ];
  const chosen = all.filter(([name]) => names.length === 0 || names.some((word) => name.startsWith(word)));
  if (chosen.length === 0) {
    console.error(usage);
    return 2;
  }
  let different = 0;
  for (const [name, differences] of chosen) {
    const [first, second] = [await judge(differences, files, 'browser'), await judge(differences, files, '')];
    const found = instabilities(first.requirements, second.requirements, false);
    different += found.length;
    console.log(`${name}: ${found.length === 0 ? 'the same' : `${found.length} DIFFERENT`}`);
    for (const { id, old, new: now } of found)
      console.log(
        `  ${id} ${old.verdict} in the browser, ${now.verdict} otherwise: ${now.reason || old.reason}`,
      );
  }
  console.log(different === 0 ? 'Both ways agree.' : `${different} differences: the suite has to be fixed.`);
  return different === 0 ? 0 : 1;
}

const variants: Variants = {
  ...loginVariants,
  ...loginNameVariants,
  ...consentVariants,
  ...consentWordVariants,
  ...redirectVariants,
  ...redirectBackVariants,
  ...authorizeRefusalVariants,
  ...sessionVariants,
  ...everyPageVariants,
};

/** A deployment of its own for each way, since many of them remember what they were asked. */
async function judge(differences: readonly Difference[], files: readonly string[], way: string) {
  const deployment = await startDiffering(differences);
  try {
    return await verdictsOf(deployment.settings, files, 1, { CONFORMANCE_VISITS: way });
  } finally {
    await deployment.close();
  }
}

process.exitCode = await run(process.argv.slice(2));
