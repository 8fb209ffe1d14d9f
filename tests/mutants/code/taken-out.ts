import { test } from '@playwright/test';

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
