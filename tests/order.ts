import { fileURLToPath } from 'node:url';

/** The checks that act as the test user, of whom a deployment may keep the newest session alone: one after the other. */
export const asUser =
  /[\\/](?:identity|collaboration)[\\/][^\\/]+\.spec\.ts$|[\\/]telephony[\\/](?:authentication|recording-refusals)\.spec\.ts$/;

/** The file of the checks that wait for all others, in `tests/`: a revocation may end every session of the test user. */
export const lastChecks = 'identity/revocation.spec.ts';

/**
 * The checks that come after all others have no place after a few: after a single requirement that is asked for by its
 * id, or after files, unless theirs is among them.
 *
 * @param passed the arguments that Playwright is to be given
 * @returns the arguments to give it besides
 */
export function withoutLastChecks(passed: readonly string[]): string[] {
  const isOne = /(?:^| )(?:-g|--grep)[ =]@?(?:IDN|COL|TEL)-\d{3}(?= |$)/.test(passed.join(' '));
  const files = passed.filter((argument) => !argument.startsWith('-'));
  // A word after an option may be its value: only options that bring theirs along leave no doubt.
  const areFiles =
    files.length > 0 && passed.every((argument) => /^[^-]|^--(?!grep|project)[^=]+=/.test(argument));
  return isOne || (areFiles && !files.some(namesLastChecks)) ? ['--no-deps'] : [];
}

/** Whether a word, which Playwright takes for a pattern, names the file of the last checks. */
function namesLastChecks(word: string): boolean {
  const file = fileURLToPath(new URL(lastChecks, import.meta.url));
  try {
    return new RegExp(word.replace(/(?::\d+){1,2}$/, ''), 'i').test(file);
  } catch {
    return true;
  }
}
