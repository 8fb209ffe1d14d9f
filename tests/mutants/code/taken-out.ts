import { test } from '@playwright/test';
import { ledgerOf } from '../../support/judging/ledger.ts';
import { FAILED_AT } from '../told.ts';

/** The beginning of a deployment's name if its file of checks runs without one of its assertions. */
export function without(place: number): string {
  return `without ${place}: `;
}

/** Whether the assertion at a place is taken out while this deployment is judged. */
export function isOut(place: number): boolean {
  return test.info().titlePath.some((title) => title.startsWith(without(place)));
}

/** The result of an observation, or an empty object if it fails. */
export function atAnyRate<T>(check: () => T | Promise<T>): () => Promise<T> {
  return async () => {
    try {
      return await check();
    } catch {
      return {} as T;
    }
  };
}

/** An assertion that has begun: the report of the check names it until it has passed. */
interface Begun {
  readonly type: typeof FAILED_AT;
  readonly description: string;
  /** How many facts had been broken before. */
  readonly broken: number;
}

/** Notes that the assertion at a place has begun. */
export function begun(place: number): Begun {
  const one: Begun = { type: FAILED_AT, description: `${place}`, broken: brokenSoFar() };
  test.info().annotations.push(one);
  return one;
}

/** Notes that an assertion has passed, once it has, unless something was reported as broken meanwhile. */
export function passed<T>(one: Begun, value: T): T {
  const { annotations } = test.info();
  const forget = (): void => {
    if (brokenSoFar() === one.broken) annotations.splice(annotations.indexOf(one), 1);
  };
  if (value instanceof Promise) value.then(forget, () => undefined);
  else forget();
  return value;
}

function brokenSoFar(): number {
  return ledgerOf(test.info()).facts.filter(({ is }) => is === 'broken').length;
}
