import { fileURLToPath } from 'node:url';
import type { Project } from '@playwright/test';
import { DEEP } from '../support/judging/check-record.ts';

/**
 * The checks that act as the test user. Where a deployment keeps only the newest session of a user, they run one after
 * the other.
 */
export const asUser =
  /[\\/](?:identity|collaboration)[\\/](?:deep[\\/])?[^\\/]+\.spec\.ts$|[\\/]telephony[\\/]deep[\\/](?:authentication|recording-refusals)\.spec\.ts$/;

/**
 * The files whose checks mostly wait, for callbacks; started last, they would keep one worker waiting alone. They share
 * a port, so they come one after the other.
 */
const waiting = 'telephony/**/recording-callbacks.spec.ts';

/** The checks of the telephony server. */
const ofTelephony = 'telephony/**/*.spec.ts';

/** The environment variable by which the launcher tells whether sessions of one user coexist at a live target. */
export const SESSIONS = 'CONFORMANCE_SESSIONS';

/** Its value if they do; any other says why the checks that act as the user come one after the other. */
export const COEXIST = 'coexist';

/** Whether sessions of one user coexist: known of the reference, found out for a live target (`sessions/ask.ts`). */
function sessionsCoexist(env: NodeJS.ProcessEnv): boolean {
  return env['CONFORMANCE_TARGET'] === 'reference' || env[SESSIONS] === COEXIST;
}

/** The environment variable by which the workers know that near misses are left out: they do not see the arguments. */
const CORE = 'CONFORMANCE_CORE';

/** Whether a run leaves near misses out. Playwright applies that to no project that comes after the others. */
function leavesDeepOut(env: NodeJS.ProcessEnv, argv: readonly string[]): boolean {
  const inverted = argv.flatMap((argument, at) => {
    if (argument === '-G' || argument === '--grep-invert') return argv[at + 1] ?? [];
    return /^(?:-G|--grep-invert=)(.+)$/.exec(argument)?.[1] ?? [];
  });
  if (inverted.some((pattern) => pattern.includes(DEEP))) env[CORE] = 'true';
  return env[CORE] === 'true';
}

/**
 * The projects of all checks, in the order in which they begin.
 *
 * @param argv the arguments of the run
 */
export function projectsOf(env: NodeJS.ProcessEnv, argv: readonly string[] = []): Project[] {
  // The mock has no sessions to end and sends no callbacks, so nothing has to wait for anything.
  if (env['CONFORMANCE_TARGET'] === 'mock') return [{ name: 'checks', testMatch: [asUser, ofTelephony] }];
  const rest = { teardown: signOut.name };
  const last = leavesDeepOut(env, argv) ? { ...signOut, testMatch: [lastChecks[0]] } : signOut;
  if (sessionsCoexist(env))
    return [
      { name: 'waiting', testMatch: waiting, ...rest, workers: 1 },
      { name: 'checks', testMatch: [asUser, ofTelephony], testIgnore: [...lastChecks, waiting], ...rest },
      last,
    ];
  return [
    // Each login may end the session of the one before: so these come one after the other, whatever --workers says.
    { name: 'user', testMatch: asUser, testIgnore: [...lastChecks], ...rest, workers: 1 },
    { name: 'waiting', testMatch: waiting, ...rest, workers: 1 },
    { name: 'account', testMatch: ofTelephony, testIgnore: [asUser, waiting], ...rest },
    last,
  ];
}

/**
 * The files in `tests/` with the checks that run after all others: a revocation may end every session of the test
 * user.
 */
export const lastChecks = ['identity/revocation.spec.ts', 'identity/deep/revocation.spec.ts'] as const;

/** Whether a file is one of them, by its path or the end of it. */
export function isLast(file: string): boolean {
  return lastChecks.some((last) => file.replaceAll('\\', '/').endsWith(last));
}

/** Their project, which comes after all else, and alone: one after the other. */
export const signOut = { name: 'sign-out', testMatch: [...lastChecks], workers: 1 } satisfies Project;

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

/** Whether an argument, which Playwright treats as a pattern, matches a file of the last checks. */
function namesLastChecks(word: string): boolean {
  try {
    const pattern = new RegExp(word.replace(/(?::\d+){1,2}$/, ''), 'i');
    return lastChecks.some((file) => pattern.test(fileURLToPath(new URL(`../${file}`, import.meta.url))));
  } catch {
    return true;
  }
}
