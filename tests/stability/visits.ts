/**
 * The command behind `npm run stability:visits`: judges the reference, and whatever differs from it in its login, its
 * consent or its redirects, with every visit made in the browser and with those left out that need none, and reports
 * every check whose verdicts are not the same.
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
import { stage } from '../mutants/progress.ts';
import { startDiffering } from '../mutants/start-differing.ts';
import { tryAll } from '../mutants/trial.ts';

/** The checks that judge what a browser is led through. */
const ofBrowser =
  /(?:^|\/)identity\/(?:deep\/)?(?:authorization|authorization-refusals|consent-page)\.spec\.ts$/;

const usage = `npm run stability:visits               the reference, and all that differs in login, consent and redirects
npm run stability:visits -- [NAME…]   those whose names start with one of these`;

async function run(names: readonly string[]): Promise<number> {
  const checks = listChecks().filter(({ file }) => ofBrowser.test(file));
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
  const titles = checks.map(({ title }) => title);
  // A deployment of its own for each way, since many of them remember what they were asked.
  const judge = (way: string) =>
    tryAll(
      chosen.map(([name, differences]) => ({
        name,
        checks: titles,
        start: () => startDiffering(differences),
      })),
      stage(way === '' ? 'Without the browser where it is not needed' : 'In the browser', chosen.length),
      { env: { CONFORMANCE_VISITS: way } },
    );
  const [inBrowser, otherwise] = [await judge('browser'), await judge('')];
  let different = 0;
  for (const [name] of chosen) {
    const [first, second] = [inBrowser, otherwise].map((trials) => trials.find((one) => one.name === name));
    if (first === undefined || second === undefined) throw new Error(`${name} has no result`);
    const found = titles.filter((title) => first.checks[title]?.join() !== second.checks[title]?.join());
    different += found.length;
    for (const title of found)
      console.log(
        `${name}, ${title}:\n  ${first.checks[title]?.join(', ')} in the browser\n  ${second.checks[title]?.join(', ')} otherwise`,
      );
  }
  console.log(
    different === 0
      ? `Both ways agree on ${chosen.length} deployments.`
      : `${different} differences: the suite has to be fixed.`,
  );
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

process.exitCode = await run(process.argv.slice(2));
