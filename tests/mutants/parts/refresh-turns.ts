import { defaultRules, type Rules } from '../../reference/rules/index.ts';

/** How many refreshes in a row have led to a token, and the rules that count them. */
export function counting() {
  const counts = new Map<string, number>();
  const refreshesOf = (token = ''): number => counts.get(token) ?? 0;
  const count = (fresh: string, former: string | undefined): string => {
    if (former !== undefined) counts.set(fresh, refreshesOf(former) + 1);
    return fresh;
  };
  const rules = {
    accessToken: count,
    refreshToken: count,
    tokenResponse: (tokens, scopes, grant) => {
      counts.set(tokens.idToken, refreshesOf(tokens.refreshToken));
      return defaultRules.tokenResponse(tokens, scopes, grant);
    },
  } satisfies Partial<Rules>;
  return { refreshesOf, rules };
}

/** Rules that differ by how many refreshes in a row have led to the access token in use. */
export function byTurn(
  make: (refreshes: () => number) => Omit<Partial<Rules>, 'findAccessToken'>,
): Partial<Rules> {
  const { refreshesOf, rules } = counting();
  let refreshes = 0;
  return {
    ...rules,
    findAccessToken: (tokens, token) => {
      refreshes = refreshesOf(token);
      return defaultRules.findAccessToken(tokens, token);
    },
    ...make(() => refreshes),
  };
}
