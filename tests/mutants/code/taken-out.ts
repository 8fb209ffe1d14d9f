import { test } from '@playwright/test';

/** What the name of a deployment starts with on which a file of checks runs without one of its assertions. */
export function without(place: number): string {
  return `without ${place}: `;
}

/** Whether the assertion at a place is out while this deployment is judged. */
export function isOut(place: number): boolean {
  return test.info().titlePath.some((title) => title.startsWith(without(place)));
}

/** What an observation comes to, and an empty object where it fails. */
export function atAnyRate<T>(check: () => T | Promise<T>): () => Promise<T> {
  return async () => {
    try {
      return await check();
    } catch {
      return {} as T;
    }
  };
}
