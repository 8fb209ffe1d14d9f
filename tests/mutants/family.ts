/**
 * Entries that differ in a few words: one for each row of a table.
 *
 * @param rows begin with the name of the entry
 */
export function each<const Row extends readonly [name: string, ...more: unknown[]], Entry>(
  rows: readonly Row[],
  entry: (...row: [...Row]) => Entry,
): Record<string, Entry> {
  return Object.fromEntries(rows.map((row) => [row[0], entry(...row)]));
}

/**
 * Entries for what can go wrong and the circumstances in which it does, one a cell, called `what-circumstance`.
 *
 * @param cells the circumstances of each
 */
export function family<What extends string, Circumstance extends string, Entry>(
  cells: Readonly<Record<What, readonly Circumstance[]>>,
  entry: (what: What, circumstance: Circumstance) => Entry,
): Record<string, Entry> {
  const all = Object.entries(cells) as [What, readonly Circumstance[]][];
  return Object.fromEntries(
    all.flatMap(([what, some]) => some.map((one) => [`${what}-${one}`, entry(what, one)])),
  );
}

/**
 * Entries whose names begin alike: one for each row of a table, called `prefix-row`.
 *
 * @param rows by the ends of their names
 */
export function series<const Row extends readonly unknown[], Entry>(
  prefix: string,
  rows: Readonly<Record<string, Row>>,
  entry: (...row: [...Row]) => Entry,
): Record<string, Entry> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${prefix}-${name}`, entry(...row)]));
}
