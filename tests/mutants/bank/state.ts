import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { redirectLocation } = defaultRules;

/** What becomes of the state of an authorization request. */
export const stateMutants = {
  'state-dropped': {
    says: 'Drops the state.',
    breaks: ['IDN-005', 'IDN-006', 'IDN-092'],
    acceptedQuery: (code) => ({ code }),
  },
  'state-under-another-name': {
    says: 'Returns the state as the parameter session_state.',
    breaks: ['IDN-005', 'IDN-006', 'IDN-092'],
    acceptedQuery: (code, session_state) => ({ code, session_state }),
  },
  'state-upper-cased': {
    says: 'Returns the state in upper case.',
    breaks: ['IDN-005', 'IDN-006', 'IDN-092'],
    rules: () => echoing((state) => state.toUpperCase()),
  },
  'empty-state-refused': {
    says: 'Refuses an authorization request with an empty state.',
    breaks: 'IDN-007',
    rules: () => echoing((state) => (state === '' ? refuse(400, 'The state is empty') : state)),
  },
  'empty-state-filled': {
    says: 'Returns an invented state when the request has an empty one.',
    breaks: 'IDN-005',
    rules: () => echoing((state) => state || 'none'),
  },
  'state-with-a-mark': {
    says: 'Appends a suffix to the state.',
    breaks: ['IDN-005', 'IDN-006', 'IDN-092'],
    rules: () => echoing((state) => `${state}.1`),
  },
  'state-invented': {
    says: 'Returns a state when the request has none.',
    breaks: 'IDN-005',
    echoState: (state) => state ?? 'none',
  },
  'state-trimmed': {
    says: 'Trims the state.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.trim()),
  },
  'state-plus-as-space': {
    says: 'Turns a plus sign in the state into a space.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.replaceAll('+', ' ')),
  },
  'state-as-a-replacement': {
    says: 'Inserts the state by a string replacement that interprets dollar signs.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => '<state>'.replace('<state>', state)),
  },
  'state-decoded-twice': {
    says: 'Percent-decodes ASCII characters in the state a second time.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.replace(/%[0-7][0-9A-F]/gi, decodeURIComponent)),
  },
  'state-cut-at-ampersand': {
    says: 'Truncates the state at an ampersand.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.replace(/&.*/, '')),
  },
  'state-cut-at-hash': {
    says: 'Leaves a hash in the state unescaped in the redirect, where it starts the fragment.',
    breaks: 'IDN-006',
    redirectLocation: (uri, query) => redirectLocation(uri, query).replaceAll('%23', '#'),
  },
  'state-with-entities-decoded': {
    says: 'Decodes the HTML entities &amp; and &lt; in the state.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.replaceAll('&amp;', '&').replaceAll('&lt;', '<')),
  },
  'state-in-ascii-beside-an-error': {
    says: 'Replaces non-ASCII characters by question marks in a state returned with an error.',
    breaks: 'IDN-006',
    refusedQuery: (error, description, state) =>
      defaultRules.refusedQuery(error, description, state?.replaceAll(/[\u0080-\u{10FFFF}]/gu, '?')),
  },
  'state-without-quotes': {
    says: 'Strips quotes and angle brackets from the state.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.replaceAll(/["'<>]/g, '')),
  },
  'state-without-backslash': {
    says: 'Strips backslashes from the state.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.replaceAll('\\', '')),
  },
  'state-in-ascii': {
    says: 'Replaces non-ASCII characters in the state by question marks.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.replaceAll(/[\u0080-\u{10FFFF}]/gu, '?')),
  },
  'state-without-emoji': {
    says: 'Replaces characters beyond the Basic Multilingual Plane in the state.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD')),
  },
  'state-composed': {
    says: 'Normalizes the state to NFC.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.normalize('NFC')),
  },
  'state-as-number': {
    says: 'Treats a state of digits as a number.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => (/^\d+$/.test(state) ? String(Number(state)) : state)),
  },
  'state-of-an-address-dropped': {
    says: 'Drops a state that begins with https://.',
    breaks: 'IDN-006',
    echoState: (state) => (state?.startsWith('https://') ? undefined : state),
  },
  'state-cut-at-255': {
    says: 'Truncates the state to 255 characters.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.slice(0, 255)),
  },
  'state-cut-at-1024': {
    says: 'Truncates the state to 1024 characters.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.slice(0, 1024)),
  },
  'state-cut-at-2048': {
    says: 'Truncates the state to 2048 characters.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.slice(0, 2048)),
  },
  'long-state-refused': {
    says: 'Returns 500 for a state of more than 512 characters.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => (state.length > 512 ? refuse(500, 'state is too long') : state)),
  },
  'state-as-a-decimal': {
    says: 'Treats a state of digits with a decimal point as a number.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => (/^\d+\.\d+$/.test(state) ? String(Number(state)) : state)),
  },
  'state-undefined': {
    says: 'Treats the state undefined as empty.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => (state === 'undefined' ? '' : state)),
  },
  'state-false': {
    says: 'Treats the state false as empty.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => (state === 'false' ? '' : state)),
  },
  'state-with-its-escapes-read': {
    says: 'Turns a backslash followed by n in the state into a line break.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.replaceAll(String.raw`\n`, '\n')),
  },
  'state-with-its-numbers-of-characters-read': {
    says: 'Decodes decimal character references of HTML in the state.',
    breaks: 'IDN-006',
    rules: () =>
      echoing((state) => state.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))),
  },
  'state-on-lines-of-unix': {
    says: 'Converts CRLF line breaks in the state to LF.',
    breaks: 'IDN-131',
    rules: () => echoing((state) => state.replaceAll('\r\n', '\n')),
  },
  'state-tabs-as-spaces': {
    says: 'Replaces tabs in the state by spaces.',
    breaks: 'IDN-131',
    rules: () => echoing((state) => state.replaceAll('\t', ' ')),
  },
  'state-cut-at-the-line-break': {
    says: 'Truncates the state at its first line break.',
    breaks: 'IDN-131',
    rules: () => echoing((state) => state.replace(/[\r\n][^]*/, '')),
  },
  'state-with-a-line-break-broken': {
    says: 'Returns 500 for a state with a line break.',
    breaks: 'IDN-131',
    rules: () => echoing((state) => (/[\r\n]/.test(state) ? refuse(500, 'state is broken') : state)),
  },
  'state-without-what-is-not-seen': {
    says: 'Strips zero-width and no-break spaces from the state.',
    breaks: 'IDN-006',
    rules: () => echoing((state) => state.replace(/[\u00a0\u200b\ufeff]/g, '')),
  },
  'state-required': {
    says: 'Refuses an authorization request without state.',
    breaks: 'IDN-007',
    echoState: (state) => state ?? refuse(400, 'state is missing'),
  },
} satisfies Bank;

/** Changes a state that was sent. */
function echoing(change: (state: string) => string): Partial<Rules> {
  return { echoState: (state) => (state === undefined ? undefined : change(state)) };
}
