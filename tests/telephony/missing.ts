import type { RequirementId } from '../support/catalogue.ts';
import { accepted, described, isA } from '../support/interface/answers.ts';
import { violations } from '../support/judging/schemas.ts';
import {
  asked,
  expect,
  heard,
  isRefused,
  judge,
  judgeBodies,
  lacksData,
  observeReading,
} from '../support/test.ts';
import type { Answer } from '../support/wire/http.ts';

/** The requirements about the error object of a 404, for checks in which something may be answered so. */
export const notFoundRows = {
  calls: ['TEL-085', 'TEL-086', 'TEL-208'],
  numbers: ['TEL-186', 'TEL-187', 'TEL-209'],
} as const;

/** Whether an answer says that what was asked for does not exist. */
export const isMissing = ({ status }: Answer): boolean => status === 404;

/**
 * Judges the answers to requests for anything that does not exist: the error object, and its media type.
 *
 * @param answers those that should be, or are, a 404
 * @param typed the requirement about the media type: TEL-208 or TEL-209
 */
export async function judgeMissing(answers: readonly Answer[], typed: RequirementId): Promise<void> {
  await judgeBodies(
    'not-found',
    answers.map(({ json }) => json),
  );
  const missing = answers.filter(isMissing);
  if (missing.length === 0) return lacksData(typed, 'no answer had status 404');
  await judge(typed, () => {
    for (const answer of missing) expect(answer).toBeJson();
  });
}

/**
 * Observes how requests are refused for one of their values: always by 404 with an error object, or by other statuses.
 *
 * @param answers to requests that have to be refused; whether they were is judged by other requirements
 */
export function observeRefusals(id: 'TEL-088' | 'TEL-211', answers: readonly Answer[]): void {
  const failures = answers.filter((answer) => !isA(accepted, answer));
  if (failures.length === 0) return lacksData(id, 'nothing was refused');
  const isError = (answer: Answer) => isMissing(answer) && violations('not-found', answer.json).length === 0;
  const odd = failures.find((answer) => !isRefused(answer) || (isMissing(answer) && !isError(answer)));
  const reading = failures.every(isError) ? '404' : 'other statuses';
  observeReading(
    id,
    odd === undefined ? reading : 'neither',
    odd === undefined ? '' : `${odd.method} ${new URL(odd.url).pathname} was answered with ${described(odd)}`,
  );
}

/** A message names at least the last part of the path, which is what is missing. */
export function namesMissing(answers: readonly Answer[], name: string): void {
  for (const answer of answers) {
    const { message } = (answer.json ?? {}) as { readonly message?: unknown };
    const told = typeof message === 'string' ? message.toLowerCase() : undefined;
    expect(told, `message of ${asked(heard(answer))}`).toContain(name.toLowerCase());
  }
}

/** An answer, and the parts of its path that do not exist. */
export interface Missing {
  readonly answer: Answer;
  readonly missing: readonly string[];
}

/** If several parts of a path do not exist, the message may name only one of them. */
export function namesOneOf(answers: readonly Missing[]): void {
  for (const { answer, missing } of answers) {
    const { message } = (answer.json ?? {}) as { readonly message?: unknown };
    const parts = missing.map((part) => part.replaceAll(/\W/g, String.raw`\$&`)).join('|');
    expect(String(message), `message of ${asked(heard(answer))}`).toMatch(
      new RegExp(`(?<![A-Za-z0-9])(?:${parts})(?![A-Za-z0-9])`, 'i'),
      `a text with ${missing.join(' or ')}`,
    );
  }
}
