import { isDeepStrictEqual } from 'node:util';
import { compared, masked, shown } from './difference.ts';
import { mask } from './ledger.ts';

/** What Playwright calls a matcher with. */
interface Context {
  readonly isNot: boolean;
}

interface Result {
  readonly name: string;
  readonly pass: boolean;
  readonly message: () => string;
}

const apply = (text: string): string => mask.apply(text);
const told = (value: unknown): string => shown(masked(value, apply));

/**
 * Playwright's matchers of values, which hold for the same values but say in one sentence what differs: a reason is
 * read in a list, by people who do not know how a matcher prints its arguments.
 */
export const comparisons = {
  toBe(this: Context, got: unknown, expected: unknown): Result {
    return equality('toBe', this, Object.is(got, expected), got, expected);
  },
  toEqual(this: Context, got: unknown, expected: unknown): Result {
    return equality('toEqual', this, isDeepStrictEqual(defined(got), defined(expected)), got, expected);
  },
  toBeOneOf(this: Context, got: unknown, allowed: readonly unknown[]): Result {
    const holds = allowed.some((one) => isDeepStrictEqual(got, one));
    const all = allowed.map(told).join(' or ');
    return comparison('toBeOneOf', this, holds, all, told(got));
  },
  /**
   * Nothing is wrong.
   *
   * @param wrong what is, which decides the verdict
   * @param sentence says it in the words of the interface
   */
  toAgree(this: Context, wrong: readonly unknown[], sentence: () => string): Result {
    return { name: 'toAgree', pass: wrong.length === 0, message: () => mask.apply(sentence()) };
  },
  toContain(this: Context, got: unknown, part: unknown): Result {
    const isFit = (typeof got === 'string' && typeof part === 'string') || Array.isArray(got);
    const holds = isFit && (typeof got === 'string' ? got.includes(String(part)) : got.includes(part));
    const what = typeof got === 'string' ? `a text with ${told(part)}` : told(part);
    return comparison('toContain', this, isFit ? holds : this.isNot, what, told(got));
  },
  /** @param means the pattern in words */
  toMatch(this: Context, got: unknown, pattern: RegExp, means = `a text like ${pattern.source}`): Result {
    const holds = typeof got === 'string' ? pattern.test(got) : this.isNot;
    return comparison('toMatch', this, holds, means, told(got));
  },
  toBeDefined(this: Context, got: unknown): Result {
    return comparison('toBeDefined', this, got !== undefined, 'one', told(got));
  },
  toBeUndefined(this: Context, got: unknown): Result {
    return comparison('toBeUndefined', this, got === undefined, 'none', told(got));
  },
  toBeNull(this: Context, got: unknown): Result {
    return comparison('toBeNull', this, got === null, 'none', told(got));
  },
  toBeGreaterThan(this: Context, got: unknown, bound: number): Result {
    return order('toBeGreaterThan', this, got, (value) => value > bound, `more than ${rounded(bound)}`);
  },
  toBeGreaterThanOrEqual(this: Context, got: unknown, bound: number): Result {
    return order(
      'toBeGreaterThanOrEqual',
      this,
      got,
      (value) => value >= bound,
      `at least ${rounded(bound)}`,
    );
  },
  toBeLessThan(this: Context, got: unknown, bound: number): Result {
    return order('toBeLessThan', this, got, (value) => value < bound, `less than ${rounded(bound)}`);
  },
  toBeLessThanOrEqual(this: Context, got: unknown, bound: number): Result {
    return order('toBeLessThanOrEqual', this, got, (value) => value <= bound, `at most ${rounded(bound)}`);
  },
};

function equality(name: string, context: Context, pass: boolean, got: unknown, expected: unknown): Result {
  if (context.isNot) return comparison(name, context, pass, told(expected), told(got));
  return {
    name,
    pass,
    message: () => {
      const { place, ...sides } = compared(expected, got, apply);
      return `expected ${sides.expected}, got ${sides.got}${place === undefined ? '' : `, ${place}`}`;
    },
  };
}

function comparison(name: string, { isNot }: Context, pass: boolean, expected: string, got: string): Result {
  return { name, pass, message: () => `expected ${isNot ? 'not ' : ''}${expected}, got ${got}` };
}

/** A bound that was computed has more digits than anybody reads. */
function rounded(bound: number): string {
  return String(Math.round(bound * 1000) / 1000);
}

/** What is no number is neither more nor less. */
function order(
  name: string,
  context: Context,
  got: unknown,
  holds: (value: number) => boolean,
  expected: string,
): Result {
  const pass = typeof got === 'number' ? holds(got) : context.isNot;
  return comparison(name, context, pass, expected, told(got));
}

/** The value without fields that are undefined, which `toEqual` does not compare. */
function defined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(defined);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(fields.map(([key, one]) => [key, defined(one)]));
}
