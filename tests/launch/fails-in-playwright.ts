/** The environment variable by which the workers know the answer: they do not see the arguments of the run. */
const REDDENS = 'CONFORMANCE_REDDENS';

/** Arguments of Playwright that depend on its own count of failed tests, or show it. */
const counting =
  /^(?:-x|--max-failures|--last-failed|--retries|--ui|--debug|--headed|--reporter)(?:[=-].*)?$/;

/**
 * Whether a check that found something broken also fails in Playwright's own count. Verdicts do not depend on it, but
 * Playwright starts a new worker after each failed test, which takes longer than most checks, and loses what that
 * worker has found out. So only where somebody stops at that count, or looks at it in another reporter.
 *
 * @param argv the arguments of the run
 */
export function reddens(env: NodeJS.ProcessEnv, argv: readonly string[]): boolean {
  if (env['CONFORMANCE_REPORTERS'] || argv.some((argument) => counting.test(argument))) env[REDDENS] = 'true';
  return env[REDDENS] === 'true';
}
