import type { Rules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { answering, pause } from '../parts/answers.ts';
import { pages, scripted } from '../parts/pages.ts';

/** What all pages have on which a user logs in and decides. */
export const everyPageVariants = {
  'inputs-for-buttons': {
    says: 'The buttons of the pages are input elements.',
    rules: () => ({
      ...pages((html) =>
        html.replaceAll(
          /<button type="submit"(?: (name="\w+") value="\w+")?>(.*?)<\/button>/g,
          '<input type="submit" $1 value="$2">',
        ),
      ),
      isAccepted: (decision) => decision === 'Accept',
    }),
  },
  'cookies-to-accept': {
    says: 'Every page has a banner that asks to accept cookies.',
    rules: () => opening('<div><button type="button">Accept all cookies</button></div>'),
  },
  'agreement-to-read': {
    says: 'Every page has navigation links, one of them to an agreement.',
    rules: () => opening('<nav><a href="/terms">Agreements</a> <a href="/help">Help</a></nav>'),
  },
  'slow-pages': {
    says: 'Delays login and consent pages by a second.',
    rules: () =>
      answering(
        async (answer) => {
          if (answer.status === 200) await pause(1000);
          return answer;
        },
        ['login', 'confirmAuthorization'],
      ),
  },
  'pages-of-web-components': {
    says: 'The content of the pages is in an open shadow root.',
    rules: () =>
      scripted(
        pages((html) =>
          html.replace(
            /<body>([^]*)<\/body>/,
            '<body><div><template shadowrootmode="open">$1</template></div></body>',
          ),
        ),
      ),
  },
} satisfies Variants;

/** Every page opens with this. */
function opening(content: string): Partial<Rules> {
  return pages((html) => html.replace('<body>', `<body>\n${content}`));
}
