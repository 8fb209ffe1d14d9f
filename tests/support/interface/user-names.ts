/** Why it cannot be judged which user this is: the interface does not say that a username is the login name. */
export const calledOtherwise =
  'the user name in the answer differs from the login name, and nothing links the two';

/** The names of the current user in an answer: the username and the e-mail addresses that are strings. */
export function namesOf({ username, emails }: Readonly<Record<string, unknown>>): string[] {
  const addresses = Array.isArray(emails)
    ? emails.map((email: { readonly value?: unknown } | null) => email?.value)
    : [];
  return [username, ...addresses].filter((name) => typeof name === 'string');
}

/**
 * Whether names from one server belong to the user with this login name. A user may log in with one name and be shown
 * with another, which a second server may connect.
 *
 * @param others the names from the second server for the same user
 * @returns undefined if none of these names is the login name and the servers do not contradict each other; a handle
 *   does not contradict the e-mail address by which its user logs in
 */
export function areTheirs(
  login: string,
  names: readonly string[],
  others: readonly string[],
): boolean | undefined {
  const meet = (some: readonly string[], more: readonly string[]) =>
    some.some((one) => more.some((other) => isOneUser(one, other)));
  if (meet(names, [login])) return true;
  const agree = meet(names, others);
  const areHandles = names.length > 0 && login.includes('@') && !names.some((name) => name.includes('@'));
  if (meet(others, [login])) return agree || (areHandles ? undefined : false);
  return others.length === 0 || agree ? undefined : false;
}

/**
 * Whether a profile in a user object may belong to that user: at least one name that both contain is the same.
 *
 * @param login the name by which the user logs in
 * @returns undefined if they have nothing in common that could be compared
 */
export function isOwnProfile(user: Readonly<Record<string, unknown>>, login: string): boolean | undefined {
  const profile = Object(user['profile']) as Readonly<Record<string, unknown>>;
  const called = (one: Readonly<Record<string, unknown>>) => [
    one['displayname'],
    (Object(one['name']) as { readonly formatted?: unknown }).formatted,
  ];
  const isSaid = (name: unknown): name is string => typeof name === 'string' && name !== '';
  const others = called(user);
  const pairs = called(profile).flatMap((name, nth) => {
    const other = others[nth];
    return isSaid(name) && isSaid(other) ? [name.toLowerCase() === other.toLowerCase()] : [];
  });
  const { username } = profile;
  if (isSaid(username)) pairs.push([login, ...namesOf(user)].some((name) => isOneUser(name, username)));
  return pairs.length === 0 ? undefined : pairs.includes(true);
}

/**
 * The initials of the names of a user, without diacritics and in lower case: different spellings of a name begin with
 * the same letters. A name that is not a string has none.
 */
export function initialsOf(...names: readonly unknown[]): string[] {
  const texts = names.filter((name) => typeof name === 'string');
  const plain = texts.map((text) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase());
  return plain.flatMap((text) => text.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []);
}

/**
 * Which of three names for one user, each given as its initials, has none in common with the other two, which agree
 * with each other.
 *
 * @returns its index; undefined if there is none, or if nothing shows which
 */
export function strangerAmong(
  ...ways: readonly [one: string[], other: string[], third: string[]]
): 0 | 1 | 2 | undefined {
  const meet = (some: readonly string[], more: readonly string[]) => some.some((one) => more.includes(one));
  const [one, other, third] = ways;
  // A name in another alphabet may be the same name.
  const alphabets = ways.map((way) => /\p{Script=Latin}/u.test(way.join('')));
  if (ways.some((way) => way.length === 0) || new Set(alphabets).size > 1) return undefined;
  const [first, second, last] = [meet(other, third), meet(one, third), meet(one, other)];
  if ([first, second, last].filter(Boolean).length !== 1) return undefined;
  return first ? 0 : second ? 1 : 2;
}

/**
 * Whether two names may belong to one user: a name may be shown or used without the domain before it (DOMAIN\name) or
 * after it (name@domain), and in a different letter case.
 */
function isOneUser(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => name.toLowerCase().replace(/^.*\\/, '')) as [
    string,
    string,
  ];
  return first.includes('@') && second.includes('@')
    ? first === second
    : first.split('@')[0] === second.split('@')[0];
}
