import type { Client, Code } from '../state.ts';

/** RFC 6749 4.1.2 recommends ten minutes at most. */
const CODE_LIFETIME_MS = 10 * 60_000;

/** grant_type=authorization_code: which codes are exchanged. */
export const codeRules = {
  /** IDN-049, IDN-064: the code is one that was sent in a redirect. */
  findCode: (codes: ReadonlyMap<string, Code>, code: string | undefined): Code | undefined =>
    codes.get(code ?? ''),

  /** IDN-066: a code works once. */
  isCodeUnused: (code: Code): boolean => !code.used,

  /** RFC 6749 4.1.2: a code works for a short time. */
  isCodeFresh: (code: Code, now: number): boolean => now - code.issuedAt < CODE_LIFETIME_MS,

  /** IDN-067: a code works only for the client that it was issued to. */
  isCodeOf: (code: Code, client: Client): boolean => code.client.id === client.id,

  /** IDN-048, IDN-065: the redirect URI is sent, and is the one that the code was issued for. */
  isRedirectUriOf: (code: Code, uri: string | undefined): boolean => code.redirectUri === uri,

  /** IDN-072: token_endpoint is optional. */
  isTokenEndpoint: (_endpoint: string | undefined): boolean => true,

  /** RFC 6749 4.1.2: using a code again ends the tokens that it was exchanged for. */
  endsReplayed: (code: Code): boolean => code.used,
};
