/** What identifies nothing that a deployment has given out. */
export const nobody = 'f'.repeat(32);

/**
 * A sid that identifies no call, in the form of one that does: a deployment may refuse what is no sid otherwise than what
 * is no call. Its characters are in another order, if there are so many that none is hit by chance; a number is one that
 * counting has not come to.
 */
export function unknownLike(sid: string): string {
  const unknown = highNumber(sid) ?? turned(sid);
  return unknown === undefined || unknown === sid ? `CA${nobody}` : unknown;
}

/** A higher number of the same form; undefined for a sid that is no number, or is so long that it may be of any digits. */
function highNumber(sid: string): string | undefined {
  const [, prefix = '', number] = /^(\D*)(\d{1,12})$/.exec(sid) ?? [];
  if (number === undefined) return undefined;
  // A number of nine digits fits into 32 bits; a longer one keeps its first digit, to fit wherever the sid does.
  return prefix + (number.length > 9 ? number.charAt(0) : '9').padEnd(Math.max(9, number.length), '9');
}

/** A sid with the order of its last characters changed; undefined if they are so few that another call may be hit. */
function turned(sid: string): string | undefined {
  const tail = sid.slice(-12);
  const other = sid.slice(0, -12) + tail.slice(1) + tail.slice(0, 1);
  return /[\dA-Za-z]{10}$/.test(sid.replaceAll(/[-_]/g, '')) ? other : undefined;
}

/** A sid without its last character; nothing where sids are numbers, of which the beginning of one may be another. */
export function partOf(sid: string): string | undefined {
  return /^\D*\d+$/.test(sid) ? undefined : sid.slice(0, -1);
}
