import type { CurrentUser } from '../../schemas/index.d.ts';
import { answersUser } from '../support/interface/answers.ts';
import { expect } from '../support/test.ts';
import type { Answer } from '../support/wire/http.ts';

/** A reader of the permissions of a user, sorted. */
export function permissionsIn(answer: Answer): readonly string[] {
  const { permissions } = answersUser(answer) as Partial<CurrentUser>;
  expect(Array.isArray(permissions), 'whether permissions is a list').toBe(true);
  return permissions?.toSorted() ?? [];
}
