import { type Answer, page } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { VariantEntry, Variants } from '../mutant.ts';
import { answering } from '../parts/answers.ts';
import { changed, consents, denied, isConsent, scripted } from '../parts/pages.ts';

const ACCEPT = '<button type="submit" name="decision" value="accept">';

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
    ...links((name, uri) => `<a href="${uri}">${name}</a>`),
  },
  'links-that-are-buttons': {
    says: 'The consent page has links with the role button and an icon in place of buttons.',
    ...links(
      (name, uri) =>
        `<a role="button" href="${uri}"><span aria-hidden="true">*</span>\n <b> ${name} </b>\n</a>`,
    ),
  },
  'buttons-that-allow': labelled('Allow', 'Don’t allow'),
  'buttons-that-authorize': labelled('Authorize Reference Portal', 'Cancel'),
  'buttons-in-capitals': labelled('ACCEPT', 'NO, THANKS'),
  'buttons-that-say-i': labelled('I accept', 'No'),
  'consent-that-continues': { ...labelled('Continue', 'Back'), blocks: true },
  'box-to-tick': {
    says: 'A box has to be ticked before the user can accept.',
    blocks: true,
    ...scripted(
      consents([
        ACCEPT,
        '<label><input type="checkbox" onclick="this.form.accept.disabled = !this.checked"> I have read this</label>\n<button disabled id="accept" type="submit" name="decision" value="accept">',
      ]),
    ),
  },
  'deny-before-accept': {
    says: 'The Deny button comes before the Accept button.',
    ...consents([/(<button.*accept.*)\n(<button.*deny.*)/, '$2\n$1']),
  },
  'no-button-to-deny': {
    says: 'The consent page has an Accept button but no Deny button.',
    ...consents([/<button.*deny.*\n/, '']),
  },
  'denial-told-with-a-way-back-in': {
    says: 'Confirms a denial on a page that links to the login, without redirecting to the client.',
    ...denied(
      '<!doctype html><title>Denied</title><p>You have denied access.</p><a href="/login">Log in again</a>',
    ),
  },
  'permissions-behind-details': {
    says: 'The permissions are in a collapsed section of the consent page.',
    ...consents(['<ul>', '<details><summary>Permissions</summary><ul>'], ['</ul>', '</ul></details>']),
  },
  'permissions-in-a-frame': {
    says: 'The permissions are in a frame of the consent page.',
    ...scripted(
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
    ...scripted(
      consents(
        [
          '<ul>',
          '<button type="button" onclick="all.hidden = false">Show details</button><ul id="all" hidden>',
        ],
        ['asks for your permission to', 'asks for your permission to do this on your behalf, and for you'],
      ),
    ),
  },
  'consent-confirmed-once-more': {
    says: 'Asks a user who accepts for confirmation.',
    ...acceptedOver(() => ['Are you sure?']),
  },
  'denial-confirmed-once-more': {
    says: 'Asks a user who denies for confirmation.',
    ...answering(deniedOnceMore, ['confirmAuthorization']),
  },
  'consent-page-by-page': {
    says: 'Asks for one permission per page: one on the consent page and two on further pages.',
    ...acceptedOver(() => defaultRules.permissionsAsked().slice(1)),
    permissionsAsked: () => defaultRules.permissionsAsked().slice(0, 1),
  },
} satisfies Variants;

/** The buttons of the consent page have these names. */
function labelled(accept: string, deny: string): VariantEntry {
  return {
    says: `The buttons of the consent page read ${accept} and ${deny}.`,
    ...consents(['>Accept<', `>${accept}<`], ['>Deny<', `>${deny}<`]),
  };
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
