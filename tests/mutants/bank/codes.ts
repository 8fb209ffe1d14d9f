import type { Bank } from '../mutant.ts';

/** The exchange of a code for tokens. */
export const codeMutants = {
  'code-for-any-redirect-uri': {
    says: 'Exchanges a code with any redirect URI.',
    breaks: 'IDN-065',
    isRedirectUriOf: (_code, uri) => uri !== undefined,
  },
  'code-bound-to-the-host-alone': {
    says: 'Exchanges a code with any redirect URI of the same host.',
    breaks: 'IDN-065',
    isRedirectUriOf: (code, uri) => uri !== undefined && new URL(uri).host === new URL(code.redirectUri).host,
  },
} satisfies Bank;
