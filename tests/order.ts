import { fileURLToPath } from 'node:url';

/**
 * The checks that act as the test user. They run one after the other, since a deployment may keep only the newest
 * session.
 */
export const asUser =
  /[\\/](?:identity|collaboration)[\\/][^\\/]+\.spec\.ts$|[\\/]telephony[\\/](?:authentication|recording-refusals)\.spec\.ts$/;

/**
 * The file in `tests/` with the checks that run after all others: a revocation may end every session of the test
 * user.
 */
export const lastChecks = 'identity/revocation.spec.ts';

/**
 * The last checks should not run when only a few others are selected: a single requirement by its id, or files,
 * unless theirs is among them.
 *
 * @param passed the arguments for Playwright
 * @returns additional arguments for it
 */
export function withoutLastChecks(passed: readonly string[]): string[] {
  const isOne = /(?:^| )(?:-g|--grep)[ =]@?(?:IDN|COL|TEL)-\d{3}(?= |$)/.test(passed.join(' '));
  const files = passed.filter((argument) => !argument.startsWith('-'));
  // A word after an option may be its value, so only options written with `=` are unambiguous.
  const areFiles =
    files.length > 0 && passed.every((argument) => /^[^-]|^--(?!grep|project)[^=]+=/.test(argument));
  return isOne || (areFiles && !files.some(namesLastChecks)) ? ['--no-deps'] : [];
}

/** Whether an argument, which Playwright treats as a pattern, matches the file of the last checks. */
function namesLastChecks(word: string): boolean {
  const file = fileURLToPath(new URL(lastChecks, import.meta.url));
  try {
    return new RegExp(word.replace(/(?::\d+){1,2}$/, ''), 'i').test(file);
  } catch {
    return true;
  }
}
