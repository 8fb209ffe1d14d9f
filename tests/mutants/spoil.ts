/** One change to a part of a body. */
export type Change = { readonly remove: true } | { readonly set: unknown };

/**
 * The ways in which any part may be changed, by name. A schema decides whether a change is a defect, so only some of
 * them apply to most parts.
 */
export const ways: Readonly<Record<string, (value: unknown) => Change>> = {
  missing: () => ({ remove: true }),
  null: () => ({ set: null }),
  empty: (value) => ({ set: typeof value === 'object' ? (Array.isArray(value) ? [] : {}) : '' }),
  'of-another-type': (value) => ({ set: typeof value === 'string' ? 7 : '7' }),
  'of-another-form': (value) => ({ set: typeof value === 'number' ? -1.5 : 'not what it should be' }),
  'a-list': () => ({ set: [] }),
};

/**
 * A copy of a body in which a part is changed wherever it occurs.
 *
 * @param place a JSON pointer in which `*` stands for every item; a body without it is returned unchanged
 */
export function spoilt(body: unknown, place: string, change: Change): unknown {
  if (place === '') return 'set' in change ? change.set : undefined;
  // Not structuredClone: a part that is referenced in two places must be changed in only one.
  const copy: unknown = JSON.parse(JSON.stringify(body));
  const keys = place.split('/').slice(1);
  const last = keys.pop() ?? '';
  for (const holder of holders(copy, keys)) {
    if (!(last in holder)) continue;
    if ('set' in change) holder[last] = change.set;
    else delete holder[last];
  }
  return copy;
}

/** The first part of a body at a place, or undefined. */
export function partAt(body: unknown, place: string): unknown {
  const keys = place.split('/').slice(1);
  const last = keys.pop();
  if (last === undefined) return body;
  return holders(body, keys).find((holder) => last in holder)?.[last];
}

function holders(value: unknown, keys: readonly string[]): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const [key, ...rest] = keys;
  if (key === undefined) return [value as Record<string, unknown>];
  const inside = key === '*' ? Object.values(value) : [(value as Record<string, unknown>)[key]];
  return inside.flatMap((one) => holders(one, rest));
}
