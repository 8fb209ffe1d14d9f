/** An identifier that no deployment has assigned. */
export const nobody = 'f'.repeat(32);

/**
 * A sid that identifies no call, if possible in the form of one that does: a deployment may refuse a malformed sid
 * differently from an unknown one. It must not be the sid of another call, on which a recording would start.
 */
export function unknownLike(sid: string): string {
  const unknown = highNumber(sid) ?? reordered(sid);
  return unknown === undefined || unknown === sid ? `CA${nobody}` : unknown;
}

/** The highest numbers that a deployment may store in 32 bits, with and without a sign, less one. */
const highest = ['2147483646', '4294967294'];

/** A number so high that no counter has reached it; undefined if the sid is not a number of up to twelve digits. */
function highNumber(sid: string): string | undefined {
  const [, prefix = '', number] = /^(\D*)(\d{1,12})$/.exec(sid) ?? [];
  if (number === undefined) return undefined;
  // Few digits may all be in use.
  const width = number.length < 6 ? 9 : number.length;
  const fitting = highest.find((one) => one.length === width && one > number);
  return prefix + (fitting ?? '9'.repeat(width));
}

/** A sid with its last characters reordered; undefined if they are few, or zero-padded like a counter. */
function reordered(sid: string): string | undefined {
  const tail = sid.slice(-12);
  if (/0{3}/.test(tail) || !/[\dA-Za-z]{10}$/.test(sid.replaceAll(/[-_]/g, ''))) return undefined;
  return sid.slice(0, -12) + tail.slice(1) + tail.slice(0, 1);
}

/** A sid without its last character; undefined if sids are numbers, since a prefix of one may be another. */
export function partOf(sid: string): string | undefined {
  return /^\D*\d+$/.test(sid) ? undefined : sid.slice(0, -1);
}
