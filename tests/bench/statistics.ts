/** Several measurements of the same thing, summarised. */
export interface Measured {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly values: readonly number[];
}

/**
 * Summarises the values; the median is the middle one, or the mean of the two in the middle. Throws if there are none.
 */
export function measured(values: readonly number[]): Measured {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) throw new Error('Nothing was measured');
  return { median: middle.reduce((sum, value) => sum + value, 0) / middle.length, least, most, values };
}

/** `9.2 s (8.9 to 10.4)`: the median and the spread of durations in milliseconds. */
export function seconds({ median, least, most, values }: Measured): string {
  const text = (ms: number): string => (ms / 1000).toFixed(1);
  return values.length === 1 ? `${text(median)} s` : `${text(median)} s (${text(least)} to ${text(most)})`;
}
