/**
 * Entries that differ in a few words: one for each row of a table.
 *
 * @param rows begin with the name of the entry
 */
export function each<const Row extends readonly [name: string, ...more: unknown[]], Entry>(
  rows: readonly Row[],
  entry: (...row: Row) => Entry,
): Record<string, Entry> {
  return Object.fromEntries(rows.map((row) => [row[0], entry(...row)]));
}

/**
 * One entry for each place where something can go wrong and each circumstance in which it does, called
 * `place-circumstance`.
 *
 * @param exceptions the names of those that there are not, each with the reason
 * @throws Error when an exception names none of them
 */
export function family<Place, Circumstance, Entry>(
  places: Readonly<Record<string, Place>>,
  circumstances: Readonly<Record<string, Circumstance>>,
  entry: (place: Place, circumstance: Circumstance) => Entry,
  exceptions: Readonly<Record<string, string>> = {},
): Record<string, Entry> {
  const all = new Map(
    Object.entries(places).flatMap(([where, place]) =>
      Object.entries(circumstances).map(([when, circumstance]) => [
        `${where}-${when}`,
        () => entry(place, circumstance),
      ]),
    ),
  );
  for (const name of Object.keys(exceptions)) {
    if (!all.delete(name)) throw new Error(`${name} is no cell of the family, and needs no reason`);
  }
  return Object.fromEntries([...all].map(([name, make]) => [name, make()]));
}
