import { type Answer, page } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { answering } from '../parts/answers.ts';
import { changed, consents, isConsent, scripted } from '../parts/pages.ts';

/** What the consent page looks like, when it comes, and what becomes of a denial. */
export const consentVariants = {
  'consent-remembered': {
    says: 'A user who has consented once is not asked again.',
    rules: () => {
      let hasConsented = false;
      return {
        isAccepted: (decision) => {
          const accepted = defaultRules.isAccepted(decision);
          hasConsented ||= accepted;
          return accepted;
        },
        nextStep: (user, hasJustLoggedIn) => {
          const step = defaultRules.nextStep(user, hasJustLoggedIn);
          return step === 'consent' && hasConsented ? 'grant' : step;
        },
      };
    },
  },
  'consent-remembered-within-a-session': {
    says: 'A user who has consented is asked after each login, but not again in the same session.',
    rules: () => {
      const consented = new Set<string>();
      let current = '';
      return {
        signedInUser: (session, users) => {
          current = session?.id ?? '';
          return defaultRules.signedInUser(session, users);
        },
        isAccepted: (decision) => {
          const accepted = defaultRules.isAccepted(decision);
          if (accepted) consented.add(current);
          return accepted;
        },
        nextStep: (user, hasJustLoggedIn) => {
          const step = defaultRules.nextStep(user, hasJustLoggedIn);
          return step === 'consent' && consented.has(current) ? 'grant' : step;
        },
      };
    },
  },
  'consent-to-the-latest-scopes-remembered': {
    says: 'The user is asked only for more scopes than those granted most recently.',
    rules: () => {
      let requested: readonly string[] = [];
      let granted: readonly string[] = [];
      return {
        authorizeScopes: (scope, authUrl) => {
          const scopes = defaultRules.authorizeScopes(scope, authUrl);
          requested = scopes ?? requested;
          return scopes;
        },
        nextStep: (user, hasJustLoggedIn) => {
          const step = defaultRules.nextStep(user, hasJustLoggedIn);
          return step === 'consent' && requested.every((one) => granted.includes(one)) ? 'grant' : step;
        },
        acceptedQuery: (code, state) => {
          granted = requested;
          return defaultRules.acceptedQuery(code, state);
        },
      };
    },
  },
  'consent-given-before': {
    says: 'The user has consented before the first check.',
    nextStep: (user) => (user === undefined ? 'login' : 'grant'),
  },
  'denial-ends-the-session': {
    says: 'A user who has denied is asked to log in the next time.',
    rules: () => {
      const denying = new Set<string>();
      let newest = '';
      return {
        signedInUser: (session, users) => {
          newest = session?.id ?? '';
          return denying.delete(newest) ? undefined : defaultRules.signedInUser(session, users);
        },
        denialError: () => {
          denying.add(newest);
          return 'access_denied';
        },
      };
    },
  },
  'links-for-buttons': {
    says: 'The consent page has links in place of buttons.',
    rules: () => links((name, uri) => `<a href="${uri}">${name}</a>`),
  },
  'links-that-are-buttons': {
    says: 'The consent page has links with the role button and an icon in place of buttons.',
    rules: () =>
      links(
        (name, uri) =>
          `<a role="button" href="${uri}"><span aria-hidden="true">*</span>\n <b> ${name} </b>\n</a>`,
      ),
  },
  'buttons-that-allow': {
    says: 'The buttons of the consent page read Allow and Don’t allow.',
    rules: () => labelled('Allow', 'Don’t allow'),
  },
  'buttons-that-authorize': {
    says: 'The buttons of the consent page read Authorize Reference Portal and Cancel.',
    rules: () => labelled('Authorize Reference Portal', 'Cancel'),
  },
  'buttons-in-capitals': {
    says: 'The buttons of the consent page read ACCEPT and NO, THANKS.',
    rules: () => labelled('ACCEPT', 'NO, THANKS'),
  },
  'buttons-that-say-i': {
    says: 'The buttons of the consent page read I accept and No.',
    rules: () => labelled('I accept', 'No'),
  },
  'consent-that-continues': {
    says: 'The buttons of the consent page read Continue and Back.',
    blocks: true,
    rules: () => labelled('Continue', 'Back'),
  },
  'box-to-tick': {
    says: 'A box has to be ticked before the user can accept.',
    blocks: true,
    rules: () =>
      scripted(
        consents((html) =>
          html.replace(
            '<button type="submit" name="decision" value="accept">',
            '<label><input type="checkbox" onclick="this.form.accept.disabled = !this.checked"> I have read this</label>\n<button disabled id="accept" type="submit" name="decision" value="accept">',
          ),
        ),
      ),
  },
  'deny-before-accept': {
    says: 'The Deny button comes before the Accept button.',
    rules: () => consents((html) => html.replace(/(<button.*accept.*)\n(<button.*deny.*)/, '$2\n$1')),
  },
  'no-button-to-deny': {
    says: 'The consent page has an Accept button but no Deny button.',
    rules: () => consents((html) => html.replace(/<button.*deny.*\n/, '')),
  },
  'denial-told-on-a-page': {
    says: 'Confirms a denial to the user on a page, without redirecting to the client.',
    warns: 'IDN-031',
    rules: () => denied('<!doctype html><title>Denied</title><p>You have denied access.</p>'),
  },
  'denial-told-with-a-way-back-in': {
    says: 'Confirms a denial on a page that links to the login, without redirecting to the client.',
    rules: () =>
      denied(
        '<!doctype html><title>Denied</title><p>You have denied access.</p><a href="/login">Log in again</a>',
      ),
  },
  'denial-leads-to-a-login': {
    says: 'Shows a login page after a denial, without redirecting to the client.',
    warns: 'IDN-031',
    rules: () =>
      denied(
        '<!doctype html><title>Log in</title><form method="post" action="/login"><input name="username"><input type="password" name="password"><button>Log in</button></form>',
      ),
  },
  'denial-told-otherwise': {
    says: 'Reports a denial to the client as user_denied.',
    warns: 'IDN-031',
    denialError: () => 'user_denied',
  },
  'permissions-behind-details': {
    says: 'The permissions are in a collapsed section of the consent page.',
    rules: () =>
      consents((html) =>
        html
          .replace('<ul>', '<details><summary>Permissions</summary><ul>')
          .replace('</ul>', '</ul></details>'),
      ),
  },
  'permissions-in-a-frame': {
    says: 'The permissions are in a frame of the consent page.',
    rules: () =>
      scripted(
        consents((html) =>
          html.replace(
            /<ul>[^]*<\/ul>/,
            (list) => `<iframe srcdoc="${list.replaceAll('"', '&quot;')}"></iframe>`,
          ),
        ),
      ),
  },
  'permissions-behind-a-script': {
    says: 'A script reveals the permissions when the user presses a button.',
    rules: () =>
      scripted(
        consents((html) =>
          html
            .replace(
              '<ul>',
              '<button type="button" onclick="all.hidden = false">Show details</button><ul id="all" hidden>',
            )
            .replace(
              'asks for your permission to',
              'asks for your permission to do this on your behalf, and for you',
            ),
        ),
      ),
  },
  'consent-confirmed-once-more': {
    says: 'Asks a user who accepts for confirmation.',
    rules: () => acceptedOver(() => ['Are you sure?']),
  },
  'denial-confirmed-once-more': {
    says: 'Asks a user who denies for confirmation.',
    rules: () => answering(deniedOnceMore, ['confirmAuthorization']),
  },
  'consent-page-by-page': {
    says: 'Asks for one permission per page: one on the consent page and two on further pages.',
    rules: () => ({
      ...acceptedOver(() => defaultRules.permissionsAsked().slice(1)),
      permissionsAsked: () => defaultRules.permissionsAsked().slice(0, 1),
    }),
  },
} satisfies Variants;

/** The buttons of the consent page have these names. */
function labelled(accept: string, deny: string): Partial<Rules> {
  return consents((html) => html.replace('>Accept<', `>${accept}<`).replace('>Deny<', `>${deny}<`));
}

/** The user decides by links: following one is answered as the form is. */
function links(link: (name: string, uri: string) => string): Partial<Rules> {
  return answering(
    async (answer, { method, url, headers }) => {
      if (method !== 'GET' || typeof answer.body !== 'string' || !isConsent(answer.body)) return answer;
      const { origin, pathname, searchParams } = new URL(url);
      if (searchParams.has('decision')) {
        const cookie = headers.get('cookie') ?? '';
        const sent = { method, headers: { cookie }, body: searchParams, redirect: 'manual' } as const;
        const { status, headers: told } = await fetch(origin + pathname, { ...sent, method: 'POST' });
        return { status, headers: Object.fromEntries(told), body: undefined };
      }
      const body = changed(answer.body, (html) =>
        html.replaceAll(/<button.*value="(\w+)">(\w+)<\/button>/g, (_, decision: string, name: string) =>
          link(name, `${pathname}?request=${searchParams.get('request')}&amp;decision=${decision}`),
        ),
      );
      return { ...answer, body };
    },
    ['confirmAuthorization'],
  );
}

/** A user who denies sees this, and the client is not told. */
function denied(html: string): Partial<Rules> {
  const told: Answer = { status: 200, headers: { 'Content-Type': 'text/html' }, body: html };
  return answering(
    (answer) => (answer.headers['Location']?.includes('error=') ? told : answer),
    ['confirmAuthorization'],
  );
}

/** The user denies on a further page before the client is told. */
function deniedOnceMore(answer: Answer, { url }: Request): Answer {
  const { pathname, searchParams } = new URL(url);
  const back = searchParams.get('back');
  if (back !== null) return { status: 302, headers: { Location: back }, body: undefined };
  const location = answer.headers['Location'];
  if (!location?.includes('error=access_denied')) return answer;
  const href = `${pathname}?${new URLSearchParams({ back: location }).toString()}`;
  return page(
    200,
    `<!doctype html><html lang="en"><title>Once more</title><p>Are you sure?</p><a role="button" href="${href}">Deny access</a> <a href="/">Go back</a>`,
  );
}

/** The user accepts on further pages with these texts before the client is told. */
function acceptedOver(texts: () => readonly string[]): Partial<Rules> {
  return answering(
    (answer, { url }) => {
      const { pathname, searchParams } = new URL(url);
      const [location = '', step = 0] = answer.headers['Location']?.includes('code=')
        ? [answer.headers['Location']]
        : [searchParams.get('back') ?? '', Number(searchParams.get('step'))];
      const text = texts()[step];
      if (location === '' || text === undefined) return answer;
      const isLast = step + 1 === texts().length;
      const next = new URLSearchParams({ back: location, step: String(step + 1) });
      const href = isLast ? location : `${pathname}?${next.toString()}`;
      return page(
        200,
        `<!doctype html><html lang="en"><title>Once more</title><p>${text}</p><a role="button" href="${href.replaceAll('&', '&amp;')}">Allow</a>`,
      );
    },
    ['confirmAuthorization'],
  );
}
