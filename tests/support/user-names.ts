/** Why nothing is said of who a user is: the interface does not say that a username is what its user logs in by. */
export const calledOtherwise =
  'the user name in the answer differs from the login name, and nothing links the two';

/** The names that the current user is told by: the username and the e-mail addresses, such as are texts. */
export function namesOf({ username, emails }: Readonly<Record<string, unknown>>): string[] {
  const addresses = Array.isArray(emails)
    ? emails.map((email: { readonly value?: unknown } | null) => email?.value)
    : [];
  return [username, ...addresses].filter((name) => typeof name === 'string');
}

/**
 * Whether names that one server tells are of the user who logs in by a name. Who logs in by one name may be called
 * by another, which a second server may tell.
 *
 * @param others the names that the second server tells of the same user
 * @returns undefined where none of all these names is the one to log in by, and the servers do not contradict each other
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
  if (meet(others, [login])) return agree;
  return others.length === 0 || agree ? undefined : false;
}

/**
 * Whether two names may be those of one user: a name may be told, or logged in with, without the domain before it
 * (DOMAIN\name) or behind it (name@domain), and in other letter case.
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

/**
 * Names that nobody logs in by. Each is to be tried once: an account may be closed after some logins that fail, even
 * where there is none.
 */
export function namesOfNobody(login: string): readonly string[] {
  // Of users that are numbered, the beginning of one may be another.
  const cut = /\d$/.test(login) || login.length < 2 ? [] : [login.slice(0, -1)];
  // What stands for any text in a pattern is a sign like others here.
  return ['no-such-user@example.com', `${login}-not`, `not-${login}`, `${login.slice(0, -1)}%`, ...cut];
}
