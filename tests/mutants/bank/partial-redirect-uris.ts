import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Redirect URIs that are not compared letter by letter, or are not the ones that were compared. */
export const partialRedirectUriMutants = {
  'first-redirect-uri-checked-and-last-used': {
    says: 'Looks at the first of two redirect URIs, and leads the browser to the last.',
    breaks: ['IDN-016', 'IDN-017'],
    replace: () => ofTwo((first, last) => ({ checked: first, used: last })),
  },
  'last-redirect-uri-checked-and-first-used': {
    says: 'Looks at the last of two redirect URIs, and leads the browser to the first.',
    breaks: ['IDN-016', 'IDN-017'],
    replace: () => ofTwo((first, last) => ({ checked: last, used: first })),
  },
  'redirect-uri-a-pattern': {
    says: 'Takes a registered redirect URI for a pattern, in which a point is any character.',
    breaks: ['IDN-016', 'IDN-017'],
    replace: () => ({
      redirectUri: ({ redirectUris }, uri = '') =>
        redirectUris.some((one) => matches(one, uri)) ? uri : undefined,
    }),
  },
  'redirect-uri-of-the-exchange-a-pattern': {
    says: 'Takes the redirect URI of a code for a pattern, in which a point is any character.',
    breaks: ['IDN-065'],
    replace: () => ({ isRedirectUriOf: (code, uri = '') => matches(code.redirectUri, uri) }),
  },
  'redirect-uri-with-a-fragment': {
    says: 'Compares the redirect URI without its fragment, and leads the browser there with it.',
    breaks: ['IDN-016'],
    replace: () => ({
      redirectUri: (client, uri) => defaultRules.redirectUri(client, uri?.split('#')[0]) && uri,
      redirectLocation: (uri, query) => {
        const [place = '', ...fragment] = uri.split('#');
        return [defaultRules.redirectLocation(place, query), ...fragment].join('#');
      },
    }),
  },
  'redirect-uri-of-the-exchange-without-its-fragment': {
    says: 'Compares the redirect URI of an exchange without its fragment.',
    breaks: ['IDN-065'],
    replace: () => ({
      isRedirectUriOf: (code, uri) => defaultRules.isRedirectUriOf(code, uri?.split('#')[0]),
    }),
  },
} satisfies Bank;

function matches(pattern: string, uri: string): boolean {
  return new RegExp(`^${pattern}$`).test(uri);
}

/** Takes two redirect URIs, and looks at one of them. */
function ofTwo(
  choose: (
    first: string | undefined,
    last: string | undefined,
  ) => Record<'checked' | 'used', string | undefined>,
): Partial<Rules> {
  let sent: string[] = [];
  return {
    admit: (operation, request) => {
      if (operation === 'authorize') sent = new URL(request.url).searchParams.getAll('redirect_uri');
    },
    isRepeated: (query, name) => name !== 'redirect_uri' && defaultRules.isRepeated(query, name),
    redirectUri: (client) => {
      const { checked, used } = choose(sent[0], sent.at(-1));
      return defaultRules.redirectUri(client, checked) && used;
    },
  };
}
