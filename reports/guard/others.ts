import type { ReporterDescription } from '@playwright/test';

/** The environment variable that names reporters to run after ours, comma separated. */
export const OTHER_REPORTERS = 'CONFORMANCE_REPORTERS';

/**
 * Playwright's `--reporter` replaces the reporters of the configuration: also ours, which masks what
 * the others are shown. So the launcher takes the option and hands it on by the environment.
 *
 * @returns the arguments without it, and what to put into the environment in its place
 */
export function withoutReporters(passed: readonly string[]): {
  readonly rest: string[];
  readonly reporters: Readonly<Record<string, string>>;
} {
  // A list of the checks is made by the reporter that was asked for, and by no other.
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
 * @throws when Playwright is asked to run others in place of ours, which would be shown every secret
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

/** Where Playwright's reporters write: beside our reports, not into the project. */
const beside: Readonly<Record<string, object>> = {
  html: { open: 'never', outputFolder: 'reports/out/playwright-report' },
  blob: { outputDir: 'reports/out/blob-report' },
};
