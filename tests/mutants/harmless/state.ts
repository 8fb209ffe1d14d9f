import { refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { answering } from '../parts/answers.ts';
import { scripted } from '../parts/pages.ts';

/** Line breaks, tabs, and everything else that is no character of a text. */
const controls = /\p{Cc}/u;

/** How the state of an authorization request travels, and whether it may contain control characters. */
export const stateVariants = {
  'state-in-a-hidden-field': {
    says: 'The state travels in a hidden field of the login form and of the consent form.',
    rules: () =>
      inForms((state) => `<input type="hidden" name="state" value="${state.replace(/[&"]/g, asEntity)}">`),
  },
  'state-in-a-field-that-a-script-adds': {
    says: 'The state travels in a field that a script adds to the login form and the consent form.',
    rules: () =>
      scripted(
        inForms((state) => {
          const written = JSON.stringify(state).replaceAll('<', '\\u003c');
          return `<script>document.forms[0].append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'state', value: ${written} }));</script>`;
        }),
      ),
  },
  'state-with-controls-refused': {
    says: 'Refuses an authorization request whose state has control characters, on a page.',
    when: ({ operation, query }) => operation === 'authorize' && controls.test(query.get('state') ?? ''),
    admit: () => refuse(400, 'The state is not accepted'),
  },
  'state-with-controls-refused-at-the-client': {
    says: 'Answers a request whose state has control characters with the error invalid_request.',
    acceptedQuery: (code, state) =>
      controls.test(state ?? '')
        ? { error: 'invalid_request', state }
        : defaultRules.acceptedQuery(code, state),
  },
} satisfies Variants;

function asEntity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/**
 * The state travels in the forms of the pages, so that the browser sends it as a field of a form.
 *
 * @param fieldFor what a form ends with, so that it sends this state
 */
function inForms(fieldFor: (state: string) => string): Partial<Rules> {
  const states = new Map<string, string>();
  return answering(
    (answer, _request, operation) => {
      const { query, form } = now();
      const location = answer.headers['Location'] ?? '';
      if (operation === 'authorize') {
        const [, id] = /[?]request=(.+)/.exec(location) ?? [];
        const state = query.get('state');
        if (id !== undefined && state !== null) states.set(id, state);
        return answer;
      }
      const id = form['request'] ?? query.get('request') ?? '';
      const state = form['state'] ?? states.get(id);
      if (state === undefined) return answer;
      states.set(id, state);
      if (typeof answer.body === 'string')
        return { ...answer, body: answer.body.replace('</form>', () => `${fieldFor(state)}</form>`) };
      const returned = location.replace(/([?&]state=)[^&]*/, (_, name) => name + encodeURIComponent(state));
      return { ...answer, headers: { ...answer.headers, Location: returned } };
    },
    ['authorize', 'login', 'confirmAuthorization'],
  );
}
