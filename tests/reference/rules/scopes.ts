const shortScopes = ['email', 'profile', 'spaces'];

const longScopes: Readonly<Record<string, string>> = {
  '/auth/userinfo.email': 'email',
  '/auth/userinfo.profile': 'profile',
  '/auth/spaces': 'spaces',
};

/**
 * The scopes of one string in their short forms. Spaces, pluses and commas separate them.
 *
 * @returns undefined when there is none, or one that is not known
 */
export function knownScopes(scope: string | undefined, authUrl: string): readonly string[] | undefined {
  const names = (scope ?? '').split(/[ +,]+/).filter((name) => name !== '');
  const short = names.map((name) =>
    name.startsWith(authUrl)
      ? longScopes[name.slice(authUrl.length)]
      : shortScopes.find((one) => one === name),
  );
  const known = short.filter((name) => name !== undefined);
  return known.length > 0 && known.length === names.length ? [...new Set(known)] : undefined;
}
