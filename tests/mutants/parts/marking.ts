import { defaultRules, type Rules } from '../../reference/rules/index.ts';

type Issued = Parameters<Rules['tokenResponse']>[0];

/** The rule that remembers the tokens of one kind that one grant has issued. */
export function marking(
  wanted: Parameters<Rules['tokenResponse']>[2],
  kind: keyof Issued,
): Pick<Rules, 'tokenResponse'> & { readonly marked: Set<unknown> } {
  const marked = new Set<unknown>();
  return {
    marked,
    tokenResponse: (tokens, scope, grant) => {
      if (grant === wanted) marked.add(tokens[kind]);
      return defaultRules.tokenResponse(tokens, scope, grant);
    },
  };
}
