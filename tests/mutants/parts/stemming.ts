import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';

/**
 * The rules that note the tokens of the sessions which one grant has begun, including those of their refreshes.
 *
 * @param isMeant whether a session with these scopes is one of them
 * @returns the rules, and whether a token is one of these
 */
export function stemming(from: GrantType, isMeant: (scopes: readonly string[]) => boolean = () => true) {
  const tokens = new Set<unknown>();
  const rules = {
    refreshToken: (fresh, former) => {
      if (tokens.has(former)) tokens.add(fresh);
      return fresh;
    },
    tokenResponse: (issued, scopes, grant) => {
      const isBegun = grant === from && isMeant(scopes);
      if (isBegun || tokens.has(issued.refreshToken))
        for (const token of Object.values(issued)) tokens.add(token);
      return defaultRules.tokenResponse(issued, scopes, grant);
    },
  } satisfies Partial<Rules>;
  return { rules, isOfThem: (token: unknown): boolean => tokens.has(token) };
}
