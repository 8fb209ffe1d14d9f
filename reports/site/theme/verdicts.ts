import type { Verdict } from '../../model.ts';

/** A mark beside each word, so that no verdict is shown by its colour alone. */
export const marks: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  observed: '◉',
  blocked: '■',
  'not-exercised': '–',
};

/** The verdicts in their order in bars and tables. */
export const verdicts = Object.keys(marks) as Verdict[];
