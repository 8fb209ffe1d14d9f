/**
 * Whether two names may be those of one user: a name may be told, or logged in with, without the domain before it
 * (DOMAIN\name) or behind it (name@domain), and in other letter case.
 */
export function isOneUser(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => name.toLowerCase().replace(/^.*\\/, '')) as [
    string,
    string,
  ];
  return first.includes('@') && second.includes('@')
    ? first === second
    : first.split('@')[0] === second.split('@')[0];
}
