import { refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { afterALogin, afterOneLogin, all, denying, isFor, loggedIn, not } from '../circumstances.ts';
import { each, family } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import type { When } from '../where.ts';

const { acceptedQuery, isRepeated, nextStep, redirectLocation, refusedQuery } = defaultRules;

type Breaks = MutantEntry['breaks'];

/** What a deployment returns in place of a state: how a sentence tells it, what it is, and what that breaks. */
type Change = readonly [told: string, change: (state: string) => string | undefined, breaks?: Breaks];

/** A state of any kind comes back otherwise. */
const ANY: Breaks = ['IDN-005', 'IDN-006', 'IDN-092'];

/** Each is a mutant where it is done to every state. */
const changes = {
  'state-upper-cased': ['Returns the state in upper case', (state) => state.toUpperCase(), ANY],
  'state-with-a-mark': ['Appends a suffix to the state', (state) => `${state}.1`, ANY],
  'state-cut-at-10': ['Truncates the state to ten characters', (state) => state.slice(0, 10), ANY],
  'state-cut-at-255': ['Truncates the state to 255 characters', (state) => state.slice(0, 255)],
  'state-cut-at-1024': ['Truncates the state to 1024 characters', (state) => state.slice(0, 1024)],
  'state-cut-at-2048': ['Truncates the state to 2048 characters', (state) => state.slice(0, 2048)],
  'long-state-refused': [
    'Returns 500 for a state of more than 512 characters',
    (state) => (state.length > 512 ? refuse(500, 'state is too long') : state),
  ],
  'empty-state-refused': [
    'Refuses an authorization request with an empty state',
    (state) => (state === '' ? refuse(400, 'The state is empty') : state),
    'IDN-007',
  ],
  'empty-state-filled': [
    'Returns an invented state when the request has an empty one',
    (state) => state || 'none',
    'IDN-005',
  ],
  'state-zero-dropped': ['Omits state when its value is 0', (state) => (state === '0' ? undefined : state)],
  'state-null-dropped': [
    'Omits state when its value is the word null',
    (state) => (state === 'null' ? undefined : state),
  ],
  'state-undefined': ['Treats the state undefined as empty', (state) => (state === 'undefined' ? '' : state)],
  'state-false': ['Treats the state false as empty', (state) => (state === 'false' ? '' : state)],
  'state-of-an-address-dropped': [
    'Drops a state that begins with https://',
    (state) => (state.startsWith('https://') ? undefined : state),
  ],
  'state-as-number': [
    'Treats a state of digits as a number',
    (state) => (/^\d+$/.test(state) ? String(Number(state)) : state),
  ],
  'state-as-a-decimal': [
    'Treats a state of digits with a decimal point as a number',
    (state) => (/^\d+\.\d+$/.test(state) ? String(Number(state)) : state),
  ],
  'state-json-written-anew': ['Reserializes a state that is JSON', rewritten],
  'state-trimmed': ['Trims the state', (state) => state.trim()],
  'state-without-its-padding': ['Strips trailing equals signs from the state', replacing(/=+$/g, '')],
  'state-without-its-last-point': ['Strips trailing dots from the state', replacing(/\.+$/g, '')],
  'state-plus-as-space': ['Turns a plus sign in the state into a space', replacing('+', ' ')],
  'state-as-a-replacement': [
    'Inserts the state by a string replacement that interprets dollar signs',
    (state) => '<state>'.replace('<state>', state),
  ],
  'state-decoded-twice': [
    'Percent-decodes ASCII characters in the state a second time',
    (state) => state.replace(/%[0-7][0-9A-F]/gi, decodeURIComponent),
  ],
  'state-escapes-in-capitals': [
    'Converts percent escapes in the state to uppercase',
    (state) => state.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase()),
  ],
  'state-cut-at-ampersand': ['Truncates the state at an ampersand', (state) => state.replace(/&.*/, '')],
  'state-with-entities-decoded': [
    'Decodes the HTML entities &amp; and &lt; in the state',
    (state) => state.replaceAll('&amp;', '&').replaceAll('&lt;', '<'),
  ],
  'state-with-its-numbers-of-characters-read': [
    'Decodes decimal character references of HTML in the state',
    (state) => state.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
  ],
  'state-with-its-escapes-read': [
    'Turns a backslash followed by n in the state into a line break',
    replacing(String.raw`\n`, '\n'),
  ],
  'state-without-quotes': ['Strips quotes and angle brackets from the state', replacing(/["'<>]/g, '')],
  'state-without-backslash': ['Strips backslashes from the state', replacing('\\', '')],
  'state-in-ascii': [
    'Replaces non-ASCII characters in the state by question marks',
    replacing(/[\u0080-\u{10FFFF}]/gu, '?'),
  ],
  'state-without-emoji': [
    'Replaces characters beyond the Basic Multilingual Plane in the state',
    replacing(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD'),
  ],
  'state-composed': ['Normalizes the state to NFC', (state) => state.normalize('NFC')],
  'state-without-what-is-not-seen': [
    'Strips zero-width and no-break spaces from the state',
    replacing(/[\u00a0\u200b\ufeff]/g, ''),
  ],
  'state-without-line-breaks': [
    'Removes line breaks and tabs from the state',
    replacing(/[\r\n\t]/g, ''),
    'IDN-131',
  ],
  'state-on-lines-of-unix': [
    'Converts CRLF line breaks in the state to LF',
    replacing('\r\n', '\n'),
    'IDN-131',
  ],
  'state-tabs-as-spaces': ['Replaces tabs in the state by spaces', replacing('\t', ' '), 'IDN-131'],
  'state-cut-at-the-line-break': [
    'Truncates the state at its first line break',
    replacing(/[\r\n][^]*/g, ''),
    'IDN-131',
  ],
  'state-with-a-line-break-broken': [
    'Returns 500 for a state with a line break',
    (state) => (/[\r\n]/.test(state) ? refuse(500, 'state is broken') : state),
    'IDN-131',
  ],
} as const satisfies Record<string, Change>;

/** Those that are done to some states alone. */
const changesOfSome = {
  ...changes,
  'state-lost': ['Omits the state', () => undefined, 'IDN-005'],
  'state-cut-at-512': ['Truncates the state to 512 characters', (state) => state.slice(0, 512)],
  'awkward-state-refused': [
    'Refuses a state that contains <',
    (state) => (state.includes('<') ? refuse(400, 'state is not accepted') : state),
  ],
} as const satisfies Record<string, Change>;

/** A request for authorization is answered with a state at once if it is refused, and only then. */
const refusedAtOnce = isFor('authorize');

/** Where it is done: how a sentence tells it, when that is, and what that breaks, if not the usual. */
type Occasion = readonly [told: string, when: When, breaks?: Breaks];

const occasions = {
  'after-a-login': ['when the user has to log in first', afterALogin],
  'with-an-error': ['in an error other than access_denied', refusedAtOnce],
  'with-an-error-before-a-login': [
    'in an error other than access_denied when nobody is logged in yet',
    all(refusedAtOnce, not(loggedIn)),
  ],
  'with-an-error-after-a-login': [
    'in an error other than access_denied when a user is already logged in',
    all(refusedAtOnce, loggedIn),
    ['IDN-005', 'IDN-006'],
  ],
  'with-a-denial': ['when the user denies access', denying],
  'with-any-error': ['in any error', (request) => refusedAtOnce(request) || denying(request)],
} as const satisfies Record<string, Occasion>;

/** What becomes of the state of an authorization request. */
export const states = each(Object.entries<Change>(changes), (_, [told, change, breaks]) => ({
  says: `${told}.`,
  breaks: breaks ?? 'IDN-006',
  echoState: echoing(change),
})) satisfies Bank;

/** What becomes of it on some occasions alone. */
export const statesOnOccasion = family(
  {
    'state-lost': [
      'after-a-login',
      'with-an-error',
      'with-an-error-before-a-login',
      'with-an-error-after-a-login',
      'with-a-denial',
    ],
    'state-plus-as-space': ['after-a-login', 'with-a-denial'],
    'state-cut-at-255': ['after-a-login', 'with-an-error', 'with-a-denial'],
    'state-cut-at-512': ['after-a-login'],
    'awkward-state-refused': ['after-a-login'],
    'state-in-ascii': ['with-any-error'],
    'state-without-line-breaks': ['with-any-error'],
  },
  (what, occasion): MutantEntry => {
    const [told, change, usual]: Change = changesOfSome[what];
    const [toldWhen, when, breaks]: Occasion = occasions[occasion];
    return {
      says: `${told} ${toldWhen}.`,
      breaks: breaks ?? usual ?? 'IDN-006',
      when,
      echoState: echoing(change),
    };
  },
) satisfies Bank;

/** What else is wrong with the state. */
export const otherStates = {
  'state-dropped': { says: 'Drops the state.', breaks: ANY, acceptedQuery: (code) => ({ code }) },
  'state-under-another-name': {
    says: 'Returns the state as the parameter session_state.',
    breaks: ANY,
    acceptedQuery: (code, session_state) => ({ code, session_state }),
  },
  'state-invented': {
    says: 'Returns a state when the request has none.',
    breaks: 'IDN-005',
    echoState: (state) => state ?? 'none',
  },
  'state-required': {
    says: 'Refuses an authorization request without state.',
    breaks: 'IDN-007',
    echoState: (state) => state ?? refuse(400, 'state is missing'),
  },
  'state-cut-at-hash': {
    says: 'Leaves a hash in the state unescaped in the redirect, where it starts the fragment.',
    breaks: 'IDN-006',
    redirectLocation: (uri, query) => redirectLocation(uri, query).replaceAll('%23', '#'),
  },
  'state-a-nonce': {
    says: 'Refuses a state that has been used before.',
    breaks: 'IDN-006',
    rules: () => {
      const seen = new Set<string>();
      return {
        isRepeated: (query, name) =>
          name === 'state' ? seen.size === seen.add(query.get(name) ?? '').size : isRepeated(query, name),
      };
    },
  },
  'refused-without-state-but-for-response-type': {
    says: 'Omits state from an error redirect, except for unsupported_response_type and access_denied.',
    breaks: 'IDN-005',
    refusedQuery: (error, text, state) =>
      refusedQuery(
        error,
        text,
        ['unsupported_response_type', 'access_denied'].includes(error) ? state : undefined,
      ),
  },
  'short-state-lost-after-a-login-at-the-first-attempt': {
    says: 'Omits a state of at most 64 characters from the redirect after a login at the first attempt.',
    breaks: 'IDN-005',
    when: afterOneLogin,
    acceptedQuery: (code, state = '') => (state.length <= 64 ? { code } : acceptedQuery(code, state)),
  },
  'long-state-refused-after-a-login': {
    says: 'Redirects with an error instead of a code after a login when the state is longer than 64 characters.',
    breaks: 'IDN-006',
    when: afterOneLogin,
    acceptedQuery: (code, state = '') =>
      state.length > 64 ? { error: 'server_error', state } : acceptedQuery(code, state),
  },
  'state-of-the-latest-request': {
    says: 'Returns the state of the latest authorization request in every redirect.',
    breaks: 'IDN-005',
    rules: () => {
      let latest: string | undefined;
      return {
        admit: (operation) => {
          if (operation === 'authorize') latest = now().query.get('state') ?? undefined;
        },
        echoState: () => latest,
      };
    },
  },
  'login-continues-the-first-request': {
    says: 'Returns the state of the first authorization request that the browser made before the login.',
    breaks: 'IDN-005',
    rules: () => {
      const firstOf = new Map<string | undefined, string>();
      const continued = new Map<string | undefined, string>();
      return {
        signedInUser: (session) => {
          const { operation, query } = now();
          const isFirst = session?.user === undefined && !firstOf.has(session?.id);
          if (operation === 'authorize' && isFirst) firstOf.set(session?.id, query.get('state') ?? '');
          return session?.user;
        },
        nextStep: (user, hasJustLoggedIn) => {
          const { id, browser } = now().pending ?? {};
          const first = firstOf.get(browser);
          if (hasJustLoggedIn && first !== undefined) continued.set(id, first);
          return nextStep(user, hasJustLoggedIn);
        },
        echoState: (state) => continued.get(now().pending?.id) ?? state,
      };
    },
  },
} satisfies Bank;

/** Changes a state that was sent. */
function echoing(change: Change[1]): Rules['echoState'] {
  return (state) => (state === undefined ? undefined : change(state));
}

/** Replaces each of what is found. */
function replacing(what: string | RegExp, by: string): Change[1] {
  return (state) => state.replaceAll(what, by);
}

function rewritten(state: string): string {
  try {
    return JSON.stringify(JSON.parse(state));
  } catch {
    return state;
  }
}
