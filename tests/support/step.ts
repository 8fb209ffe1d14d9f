import { test } from '@playwright/test';

/**
 * A step of the running check, as Playwright's UI shows it: a request, a control, a judgement.
 *
 * Its place is that of the check. Playwright would look for a closer one in the stack, which takes longer than most
 * requests do.
 *
 * @param title must contain no secret
 * @returns what `body` returns
 */
export function step<T>(title: string, body: () => T | Promise<T>): Promise<T> {
  const { file, line, column } = test.info();
  return test.step(title, body, { location: { file, line, column } });
}
