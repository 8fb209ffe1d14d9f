import type { VariantEntry, Variants } from '../mutant.ts';
import { answering, pause } from '../parts/answers.ts';
import { pages, scripted } from '../parts/pages.ts';

/** What an authorization request may, must and must not contain. */
export const authorizeParameterVariants = {
  'last-of-two-parameters': {
    says: 'Uses the last value of a parameter that is sent twice.',
    isRepeated: () => false,
  },
  'grant-announced-in-one-spelling': {
    says: 'Requires grant_type in an authorization request.',
    isGrantAnnounced: (grant_type) => grant_type === 'authorization_code',
  },
  'grand-type-refused': {
    says: 'Refuses an authorization request with grand_type, a parameter that it does not know.',
    isGrantAnnounced: (grant_type, grand_type) =>
      grant_type === 'authorization_code' && grand_type === undefined,
  },
  'scopes-not-parted-by-commas': {
    says: 'Refuses scopes that are separated by commas.',
    when: ({ query }) => query.get('scope')?.includes(',') === true,
    authorizeScopes: () => undefined,
  },
} satisfies Variants;

/** What all pages have on which a user logs in and decides. */
export const everyPageVariants = {
  'inputs-for-buttons': {
    says: 'The buttons of the pages are input elements.',
    ...pages((html) =>
      html.replaceAll(
        /<button type="submit"(?: (name="\w+") value="\w+")?>(.*?)<\/button>/g,
        '<input type="submit" $1 value="$2">',
      ),
    ),
    isAccepted: (decision) => decision === 'Accept',
  },
  'cookies-to-accept': opening(
    'Every page has a banner that asks to accept cookies.',
    '<div><button type="button">Accept all cookies</button></div>',
  ),
  'agreement-to-read': opening(
    'Every page has navigation links, one of them to an agreement.',
    '<nav><a href="/terms">Agreements</a> <a href="/help">Help</a></nav>',
  ),
  'slow-pages': {
    says: 'Delays login and consent pages by a second.',
    ...answering(
      async (answer) => {
        if (answer.status === 200) await pause(1000);
        return answer;
      },
      ['login', 'confirmAuthorization'],
    ),
  },
  'pages-of-web-components': {
    says: 'The content of the pages is in an open shadow root.',
    ...scripted(
      pages([
        /<body>([^]*)<\/body>/,
        '<body><div><template shadowrootmode="open">$1</template></div></body>',
      ]),
    ),
  },
} satisfies Variants;

/** Every page opens with this. */
function opening(says: string, content: string): VariantEntry {
  return { says, ...pages(['<body>', `<body>\n${content}`]) };
}
