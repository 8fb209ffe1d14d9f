import { isDeepStrictEqual } from 'node:util';
import { compared, masked, shown } from './difference.ts';
import { mask } from './ledger.ts';

/** What a matcher found. */
export interface Matched {
  readonly pass: boolean;
  /** One sentence that says what was expected, and what came. */
  readonly message: () => string;
}

/** What a matcher has to know about how it was called. */
export interface Context {
  readonly isNot: boolean;
}

const apply = (text: string): string => mask.apply(text);
const told = (value: unknown): string => shown(masked(value, apply));

/**
 * Matchers of values. They hold for what Playwright's matchers of these names hold for, and say in one sentence what
 * differs: a reason is read in a list, by people who do not know how a matcher prints its arguments.
 */
export const comparisons = {
  toBe(this: Context, got: unknown, expected: unknown): Matched {
    return equality(this, Object.is(got, expected), got, expected);
  },
  toEqual(this: Context, got: unknown, expected: unknown): Matched {
    return equality(this, isDeepStrictEqual(defined(got), defined(expected)), got, expected);
  },
  toBeOneOf(this: Context, got: unknown, allowed: readonly unknown[]): Matched {
    const holds = allowed.some((one) => isDeepStrictEqual(got, one));
    const all = allowed.map(told).join(' or ');
    return comparison(this, holds, all, told(got));
  },
  /**
   * Nothing is wrong.
   *
   * @param wrong what is, which decides the verdict
   * @param sentence says it in the words of the interface
   */
  toAgree(this: Context, wrong: readonly unknown[], sentence: () => string): Matched {
    return { pass: wrong.length === 0, message: () => mask.apply(sentence()) };
  },
  toContain(this: Context, got: unknown, part: unknown): Matched {
    const isFit = (typeof got === 'string' && typeof part === 'string') || Array.isArray(got);
    const holds = isFit && (typeof got === 'string' ? got.includes(String(part)) : got.includes(part));
    const what = typeof got === 'string' ? `a text with ${told(part)}` : told(part);
    return comparison(this, isFit ? holds : this.isNot, what, told(got));
  },
  /** @param means the pattern in words */
  toMatch(this: Context, got: unknown, pattern: RegExp, means = `a text like ${pattern.source}`): Matched {
    const holds = typeof got === 'string' ? pattern.test(got) : this.isNot;
    return comparison(this, holds, means, told(got));
  },
  toBeDefined(this: Context, got: unknown): Matched {
    return comparison(this, got !== undefined, 'one', told(got));
  },
  toBeUndefined(this: Context, got: unknown): Matched {
    return comparison(this, got === undefined, 'none', told(got));
  },
  toBeNull(this: Context, got: unknown): Matched {
    return comparison(this, got === null, 'none', told(got));
  },
  toBeGreaterThan(this: Context, got: unknown, bound: number): Matched {
    return order(this, got, (value) => value > bound, `more than ${rounded(bound)}`);
  },
  toBeGreaterThanOrEqual(this: Context, got: unknown, bound: number): Matched {
    return order(this, got, (value) => value >= bound, `at least ${rounded(bound)}`);
  },
  toBeLessThan(this: Context, got: unknown, bound: number): Matched {
    return order(this, got, (value) => value < bound, `less than ${rounded(bound)}`);
  },
  toBeLessThanOrEqual(this: Context, got: unknown, bound: number): Matched {
    return order(this, got, (value) => value <= bound, `at most ${rounded(bound)}`);
  },
};

function equality(context: Context, pass: boolean, got: unknown, expected: unknown): Matched {
  if (context.isNot) return comparison(context, pass, told(expected), told(got));
  return {
    pass,
    message: () => {
      const { place, ...sides } = compared(expected, got, apply);
      return `expected ${sides.expected}, got ${sides.got}${place === undefined ? '' : `, ${place}`}`;
    },
  };
}

function comparison({ isNot }: Context, pass: boolean, expected: string, got: string): Matched {
  return { pass, message: () => `expected ${isNot ? 'not ' : ''}${expected}, got ${got}` };
}

/** A bound that was computed has more digits than anybody reads. */
function rounded(bound: number): string {
  return String(Math.round(bound * 1000) / 1000);
}

/** What is no number is neither more nor less. */
function order(context: Context, got: unknown, holds: (value: number) => boolean, expected: string): Matched {
  const pass = typeof got === 'number' ? holds(got) : context.isNot;
  return comparison(context, pass, expected, told(got));
}

/** The value without fields that are undefined, which `toEqual` does not compare. */
function defined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(defined);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(fields.map(([key, one]) => [key, defined(one)]));
}
