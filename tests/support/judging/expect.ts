import { type Context, comparisons, type Matched } from './comparisons.ts';
import { matchers } from './matchers.ts';
import { Refutation } from './refutation.ts';

const all = { ...comparisons, ...matchers };

type All = typeof all;

/** The matchers for a value, each called with what is expected of it. */
type Expectation<Got> = {
  readonly [Name in keyof All as Got extends Parameters<All[Name]>[0] ? Name : never]: (
    ...expected: Parameters<All[Name]> extends [unknown, ...infer Rest] ? Rest : never
  ) => void;
};

/**
 * Expects something of what a deployment answered. The matchers are those of `comparisons.ts` and `matchers.ts`, which
 * say in one sentence what differs.
 *
 * It is used like Playwright's expect, which would report each of the thousands of comparisons of a run as a step:
 * that takes longer than the comparisons, the requests and their answers together.
 *
 * @param says what `got` is, to begin the sentence with
 * @returns matchers that throw a Refutation if what they expect does not hold
 */
export function expect<Got>(got: Got, says?: string): Expectation<Got> & { readonly not: Expectation<Got> } {
  return Object.defineProperty(expectation(got, says, false), 'not', {
    get: () => expectation(got, says, true),
  }) as Expectation<Got> & { readonly not: Expectation<Got> };
}

function expectation<Got>(got: Got, says: string | undefined, isNot: boolean): Expectation<Got> {
  const bound = Object.entries(all).map(([name, matcher]) => [
    name,
    (...expected: unknown[]): void => {
      const matches = matcher as (this: Context, got: unknown, ...expected: unknown[]) => Matched;
      const { pass, message } = matches.call({ isNot }, got, ...expected);
      if (pass === isNot) throw new Refutation([says ?? [], message()].flat().join(': '));
    },
  ]);
  return Object.fromEntries(bound) as Expectation<Got>;
}
