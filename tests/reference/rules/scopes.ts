const shortScopes = ['email', 'profile', 'spaces'];

const longScopes: Readonly<Record<string, string>> = {
  '/auth/userinfo.email': 'email',
  '/auth/userinfo.profile': 'profile',
  '/auth/spaces': 'spaces',
};

/**
 * The scopes in a string, in their short forms. They are separated by spaces, pluses and commas.
 *
 * @returns undefined if there is none, or an unknown one
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
