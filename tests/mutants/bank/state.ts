import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { redirectLocation } = defaultRules;

/** What becomes of the state of an authorization request. */
export const stateMutants = {
  'state-dropped': {
    says: 'Drops the state.',
    breaks: ['IDN-005', 'IDN-006', 'IDN-092'],
    replace: () => ({ acceptedQuery: (code) => ({ code }) }),
  },
  'state-under-another-name': {
    says: 'Gives the state back as the parameter session_state.',
    breaks: ['IDN-005', 'IDN-006', 'IDN-092'],
    replace: () => ({ acceptedQuery: (code, session_state) => ({ code, session_state }) }),
  },
  'state-upper-cased': {
    says: 'Gives the state back in capital letters.',
    breaks: ['IDN-005', 'IDN-006', 'IDN-092'],
    replace: () => echoing((state) => state.toUpperCase()),
  },
  'empty-state-refused': {
    says: 'Refuses an authorization request with an empty state.',
    breaks: ['IDN-007'],
    replace: () => echoing((state) => (state === '' ? refuse(400, 'The state is empty') : state)),
  },
  'empty-state-filled': {
    says: 'Invents a state where an empty one was sent.',
    breaks: ['IDN-005'],
    replace: () => echoing((state) => state || 'none'),
  },
  'state-with-a-mark': {
    says: 'Appends a mark of its own to the state.',
    breaks: ['IDN-005', 'IDN-006', 'IDN-092'],
    replace: () => echoing((state) => `${state}.1`),
  },
  'state-invented': {
    says: 'Sends a state back to a client that sent none.',
    breaks: ['IDN-005'],
    replace: () => ({ echoState: (state) => state ?? 'none' }),
  },
  'state-trimmed': {
    says: 'Trims the state.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.trim()),
  },
  'state-plus-as-space': {
    says: 'Turns a plus sign of the state into a space.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.replaceAll('+', ' ')),
  },
  'state-as-a-replacement': {
    says: 'Puts the state into a template by a replacement, in which a dollar sign means something.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => '<state>'.replace('<state>', state)),
  },
  'state-decoded-twice': {
    says: 'Decodes the state once more.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.replace(/%[0-7][0-9A-F]/gi, decodeURIComponent)),
  },
  'state-cut-at-ampersand': {
    says: 'Takes an ampersand in the state for its end.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.replace(/&.*/, '')),
  },
  'state-cut-at-hash': {
    says: 'Writes a hash of the state into the redirect as it is, where the fragment begins.',
    breaks: ['IDN-006'],
    replace: () => ({
      redirectLocation: (uri, query) => redirectLocation(uri, query).replaceAll('%23', '#'),
    }),
  },
  'state-with-entities-decoded': {
    says: 'Decodes the entities of HTML in the state.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.replaceAll('&amp;', '&').replaceAll('&lt;', '<')),
  },
  'state-in-ascii-beside-an-error': {
    says: 'Keeps only the ASCII part of the state where the redirect tells an error.',
    breaks: ['IDN-006'],
    replace: () => ({
      refusedQuery: (error, description, state) =>
        defaultRules.refusedQuery(error, description, state?.replaceAll(/[\u0080-\u{10FFFF}]/gu, '?')),
    }),
  },
  'state-without-quotes': {
    says: 'Strips quotes and angle brackets from the state.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.replaceAll(/["'<>]/g, '')),
  },
  'state-without-backslash': {
    says: 'Takes a backslash of the state for an escape.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.replaceAll('\\', '')),
  },
  'state-in-ascii': {
    says: 'Keeps only the ASCII part of the state.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.replaceAll(/[\u0080-\u{10FFFF}]/gu, '?')),
  },
  'state-without-emoji': {
    says: 'Keeps only the characters of the state that two bytes hold.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD')),
  },
  'state-composed': {
    says: 'Composes the accents of the state.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.normalize('NFC')),
  },
  'state-as-number': {
    says: 'Takes a state of digits for a number.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => (/^\d+$/.test(state) ? String(Number(state)) : state)),
  },
  'state-of-an-address-dropped': {
    says: 'Drops a state that is the address of another site.',
    breaks: ['IDN-006'],
    replace: () => ({ echoState: (state) => (state?.startsWith('https://') ? undefined : state) }),
  },
  'state-cut-at-255': {
    says: 'Keeps 255 characters of the state.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.slice(0, 255)),
  },
  'state-cut-at-1024': {
    says: 'Keeps 1024 characters of the state.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.slice(0, 1024)),
  },
  'state-cut-at-2048': {
    says: 'Keeps 2048 characters of the state.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.slice(0, 2048)),
  },
  'long-state-refused': {
    says: 'Fails at a state of more than 512 characters.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => (state.length > 512 ? refuse(500, 'state is too long') : state)),
  },
  'state-as-a-decimal': {
    says: 'Takes a state of digits and a point for a number.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => (/^\d+\.\d+$/.test(state) ? String(Number(state)) : state)),
  },
  'state-undefined': {
    says: 'Takes the state undefined for none.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => (state === 'undefined' ? '' : state)),
  },
  'state-false': {
    says: 'Takes the state false for none.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => (state === 'false' ? '' : state)),
  },
  'state-with-its-escapes-read': {
    says: 'Reads a backslash and an n in the state as a line break.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.replaceAll(String.raw`\n`, '\n')),
  },
  'state-with-its-numbers-of-characters-read': {
    says: 'Reads the numbers of characters that markup knows in the state.',
    breaks: ['IDN-006'],
    replace: () =>
      echoing((state) => state.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))),
  },
  'state-on-lines-of-unix': {
    says: 'Ends the lines of the state by a line feed alone.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.replaceAll('\r\n', '\n')),
  },
  'state-without-what-is-not-seen': {
    says: 'Takes spaces that have no width, and those that do not break, out of the state.',
    breaks: ['IDN-006'],
    replace: () => echoing((state) => state.replace(/[\u00a0\u200b\ufeff]/g, '')),
  },
  'state-required': {
    says: 'Refuses an authorization request without state.',
    breaks: ['IDN-007'],
    replace: () => ({ echoState: (state) => state ?? refuse(400, 'state is missing') }),
  },
} satisfies Bank;

/** Changes a state that was sent. */
function echoing(change: (state: string) => string): Partial<Rules> {
  return { echoState: (state) => (state === undefined ? undefined : change(state)) };
}
