/** What identifies nothing that a deployment has given out. */
export const nobody = 'f'.repeat(32);

/**
 * A sid that identifies no call: of the characters of one that there is, in another order, where that has so many that none
 * is hit by chance; a deployment may refuse what is no sid otherwise than what is no call.
 */
export function unknownLike(sid: string): string {
  const tail = sid.slice(-12);
  const turned = sid.slice(0, -12) + tail.slice(1) + tail.slice(0, 1);
  return /[\dA-Za-z]{16}$/.test(sid.replaceAll(/[-_]/g, '')) && turned !== sid ? turned : `CA${nobody}`;
}

/** A sid without its last character; nothing where sids are numbers, of which the beginning of one may be another. */
export function partOf(sid: string): string | undefined {
  return /^\D*\d+$/.test(sid) ? undefined : sid.slice(0, -1);
}
