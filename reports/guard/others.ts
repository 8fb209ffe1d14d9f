import path from 'node:path';
import type { ReporterDescription } from '@playwright/test';
import { defaultOutput } from '../output.ts';

/** The environment variable with the reporters to run after ours, separated by commas. */
const OTHER_REPORTERS = 'CONFORMANCE_REPORTERS';

/**
 * Playwright's `--reporter` replaces the reporters of the configuration, including ours, which masks what the others
 * see. So the launcher takes the option and passes it on in the environment.
 *
 * @returns the arguments without the option, and the environment variables to set instead
 */
export function withoutReporters(passed: readonly string[]): {
  readonly rest: string[];
  readonly reporters: Readonly<Record<string, string>>;
} {
  // A list of the checks is printed by the requested reporter only.
  if (passed.includes('--list')) return { rest: [...passed], reporters: {} };
  const names: string[] = [];
  const rest: string[] = [];
  for (let index = 0; index < passed.length; index += 1) {
    const argument = passed[index] ?? '';
    if (argument === '--reporter') names.push(passed[(index += 1)] ?? '');
    else if (argument.startsWith('--reporter=')) names.push(argument.slice('--reporter='.length));
    else rest.push(argument);
  }
  return { rest, reporters: names.length === 0 ? {} : { [OTHER_REPORTERS]: names.join(',') } };
}

/**
 * The reporters to run after ours.
 *
 * @throws if Playwright is asked to run others instead of ours, which would see every secret
 */
export function otherReporters(env: NodeJS.ProcessEnv, argv: readonly string[]): ReporterDescription[] {
  const inPlace = argv.some((argument) => argument === '--reporter' || argument.startsWith('--reporter='));
  if (inPlace && !argv.includes('--list') && !argv.includes('merge-reports')) {
    throw new Error(
      'Add reporters with "npm run conformance -- --reporter=html": without the reporter of the suite before them, they would see secrets unmasked.',
    );
  }
  return (env[OTHER_REPORTERS] ?? '')
    .split(',')
    .filter(Boolean)
    .map((name): ReporterDescription => (Object.hasOwn(beside, name) ? [name, beside[name]] : [name]));
}

/**
 * Where reporters of checks write: beside our reports, not elsewhere in the project. Allure's own shows checks, as ours
 * shows requirements.
 */
const beside: Readonly<Record<string, object>> = {
  html: { open: 'never', outputFolder: path.join(defaultOutput(), 'playwright-report') },
  blob: { outputDir: path.join(defaultOutput(), 'blob-report') },
  'allure-playwright': { resultsDir: path.join(defaultOutput(), 'allure-checks') },
};
