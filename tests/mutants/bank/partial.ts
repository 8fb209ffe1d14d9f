import { json } from '../../reference/answer.ts';
import { stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { direction, inAreaCode, placeOf, record, recordingCallback, timeLimit, transcriptionCallback } =
  defaultRules;

/** Breaking a rule for some values, some grants or some requests only, and keeping it for those that come to mind first. */
export const partialMutants = {
  'code-token-opens-nothing': {
    says: 'Answers a code with an access token that opens nothing.',
    breaks: ['COL-001'],
    replace: () => {
      const { marked, tokenResponse } = marking('authorization_code', 'accessToken');
      return {
        tokenResponse,
        findAccessToken: (all, token) => (marked.has(token ?? '') ? undefined : all.get(token ?? '')),
      };
    },
  },
  'code-token-of-another-user': {
    says: 'Answers a code with an access token of another user.',
    breaks: ['COL-054'],
    replace: () => {
      const { marked, tokenResponse } = marking('authorization_code', 'accessToken');
      const grants = new WeakSet<object>();
      return {
        tokenResponse,
        findAccessToken: (all, token) => {
          const found = all.get(token ?? '');
          if (found !== undefined && marked.has(token ?? '')) grants.add(found);
          return found;
        },
        tokenUser: (token, users) => (grants.has(token) ? (users[1] ?? token.user) : token.user),
      };
    },
  },
  'code-refresh-token-refused': {
    says: 'Refuses the refresh token that a code was answered with.',
    breaks: ['IDN-042'],
    replace: () => {
      const { marked, tokenResponse } = marking('authorization_code', 'refreshToken');
      return {
        tokenResponse,
        findRefreshToken: (all, token) => (marked.has(token ?? '') ? undefined : all.get(token ?? '')),
      };
    },
  },
  'code-id-token-unknown': {
    says: 'Does not know the ID token that a code was answered with.',
    breaks: ['IDN-101'],
    replace: () => {
      const { marked, tokenResponse } = marking('authorization_code', 'idToken');
      return {
        tokenResponse,
        verifiedIdToken: async (token, verified) =>
          marked.has(token ?? '') ? undefined : verified(token ?? ''),
      };
    },
  },
  'second-refresh-refused': {
    says: 'Refuses the refresh token that a refresh was answered with.',
    breaks: ['IDN-042'],
    replace: () => {
      const dead = new Set<string>();
      return {
        refreshToken: (fresh, former) => {
          if (former !== undefined) dead.add(fresh);
          return fresh;
        },
        findRefreshToken: (all, token) => (dead.has(token ?? '') ? undefined : all.get(token ?? '')),
      };
    },
  },
  'refresh-token-as-bearer': {
    says: 'Takes a refresh token for the access token that came with it.',
    breaks: ['COL-056'],
    replace: () => {
      const beside = new Map<string, string>();
      return {
        tokenResponse: (tokens, scope, grant) => {
          beside.set(tokens.refreshToken, tokens.accessToken);
          return defaultRules.tokenResponse(tokens, scope, grant);
        },
        findAccessToken: (all, token) => all.get(beside.get(token ?? '') ?? token ?? ''),
      };
    },
  },
  'token-without-a-scheme': {
    says: 'Takes an access token without the scheme Bearer.',
    breaks: ['COL-057'],
    replace: () => ({
      bearerToken: (header) =>
        defaultRules.bearerToken(header) ?? (/^\S+$/.test(header ?? '') ? header : undefined),
    }),
  },
  'redirect-uri-by-its-beginning': {
    says: 'Takes a redirect URI that begins like the registered one.',
    breaks: ['IDN-016'],
    replace: () => ({
      redirectUri: ({ redirectUris }, uri) =>
        redirectUris.some((registered) => uri?.startsWith(registered)) ? uri : undefined,
    }),
  },
  'secret-in-any-case': {
    says: 'Compares the client secret without regard to case.',
    breaks: ['IDN-061'],
    replace: () => ({ isClientSecret: ({ secret }, sent) => sent?.toLowerCase() === secret.toLowerCase() }),
  },
  'code-by-its-beginning': {
    says: 'Finds a code by its first 32 characters.',
    breaks: ['IDN-064'],
    replace: () => ({
      findCode: (all, code = '') =>
        all.get(code) ??
        [...all.values()].find(({ value }) => code.length >= 32 && value.slice(0, 32) === code.slice(0, 32)),
    }),
  },
  'state-zero-dropped': {
    says: 'Drops the state 0.',
    breaks: ['IDN-006'],
    replace: () => ({ echoState: (state) => (state === '0' ? undefined : state) }),
  },
  'state-null-dropped': {
    says: 'Drops the state null.',
    breaks: ['IDN-006'],
    replace: () => ({ echoState: (state) => (state === 'null' ? undefined : state) }),
  },
  'state-without-its-padding': {
    says: 'Takes = off the end of the state.',
    breaks: ['IDN-006'],
    replace: () => ({ echoState: (state) => state?.replace(/=+$/, '') }),
  },

  'auth-token-by-its-beginning': {
    says: 'Takes the beginning of an auth token for the whole.',
    breaks: ['TEL-090', 'TEL-190'],
    replace: () => authenticating((given, own) => given.length > 3 && own.startsWith(given)),
  },
  'auth-token-in-any-case': {
    says: 'Compares the auth token without regard to case.',
    breaks: ['TEL-090', 'TEL-190'],
    replace: () => authenticating((given, own) => given.toLowerCase() === own.toLowerCase()),
  },
  'empty-auth-token': {
    says: 'Takes an empty auth token.',
    breaks: ['TEL-090', 'TEL-190'],
    replace: () => authenticating((given, own) => given === '' || given === own),
  },
  'tollfree-without-credentials': {
    says: 'Lists toll-free numbers without credentials.',
    breaks: ['TEL-189'],
    replace: () => {
      let path = '';
      return {
        admit: (_operation, { url }) => {
          path = new URL(url).pathname;
        },
        authenticate: (accounts, given, operation) =>
          given === undefined && path.endsWith('/Tollfree.json')
            ? accounts.find(({ sid }) => path.includes(sid))
            : defaultRules.authenticate(accounts, given, operation),
      };
    },
  },
  'large-page-half-empty': {
    says: 'Tells a page of more than 50 numbers, and lists 50.',
    breaks: ['TEL-155'],
    replace: () => ({
      pageItems: (items, index, size) => items.slice(index * size, index * size + Math.min(size, 50)),
    }),
  },
  'area-code-out-of-stock-lists-all': {
    says: 'Lists all numbers where none has the area code.',
    breaks: ['TEL-168'],
    replace: () => ({
      inAreaCode: (number, code) => !stock.some(({ npa }) => npa === code) || inAreaCode(number, code),
    }),
  },
  'contains-out-of-stock-lists-all': {
    says: 'Lists all numbers where none contains the characters.',
    breaks: ['TEL-167'],
    replace: () => ({
      contains: ({ phoneNumber }, characters) =>
        !stock.some((other) => other.phoneNumber.includes(characters)) || phoneNumber.includes(characters),
    }),
  },
  'callback-in-small-letters': {
    says: 'Requests CallbackUrl in small letters.',
    breaks: ['TEL-076', 'TEL-201'],
    replace: () => callingBackAt((url) => url.toLowerCase()),
  },
  'callback-decoded': {
    says: 'Decodes CallbackUrl before it requests it.',
    breaks: ['TEL-076', 'TEL-201'],
    replace: () => callingBackAt((url) => decodeURIComponent(url)),
  },
  'transcription-told-at-the-start': {
    says: 'Requests TranscribeCallback when the recording starts, and not after its end.',
    breaks: ['TEL-078'],
    replace: () => ({
      transcriptionCallback: (event, call, recording, options) =>
        event === 'started' && recording.options.transcribe
          ? transcriptionCallback('transcribed', call, recording, options)
          : undefined,
    }),
  },
  'transcribe-false-is-a-text': {
    says: 'Transcribes for any text in Transcribe, false among them.',
    breaks: ['TEL-079'],
    replace: () => ({ transcribe: (value) => value !== undefined && value !== '' }),
  },
  'unknown-call-started-400': {
    says: 'Answers 400 where a recording is started on an unknown call.',
    breaks: ['TEL-084'],
    replace: () => ({
      send: async (answer, operation, request) =>
        operation === 'recordCall' && answer.status === 404 && (await request.text()).includes('Record=true')
          ? json(400, { status: 400, message: 'There is no such call' })
          : answer,
    }),
  },
  'record-yes': {
    says: 'Takes yes for true, and no for false.',
    breaks: ['TEL-033'],
    replace: () => ({
      record: (value) => record(value === 'yes' ? 'true' : value === 'no' ? 'false' : value),
    }),
  },
  'direction-inbound': {
    says: 'Takes inbound for in.',
    breaks: ['TEL-038'],
    replace: () => ({ direction: (value) => direction(value?.replace(/bound$/, '')) }),
  },
  'time-limit-with-a-unit': {
    says: 'Takes a TimeLimit such as 60s.',
    breaks: ['TEL-042'],
    replace: () => ({ timeLimit: (value) => timeLimit(value?.replace(/^(\d+)[smh]$/, '$1')) }),
  },
  'country-with-a-digit': {
    says: 'Takes a country of a letter and a digit.',
    breaks: ['TEL-175'],
    replace: () => ({ placeOf: (country, type) => placeOf(country?.replace(/^([A-Z])\d$/, '$1Z'), type) }),
  },
} satisfies Bank;

type Issued = Parameters<Rules['tokenResponse']>[0];

/** The tokens of one kind that one grant has answered. */
function marking(
  wanted: string,
  kind: keyof Issued,
): Pick<Rules, 'tokenResponse'> & { readonly marked: Set<unknown> } {
  const marked = new Set<unknown>();
  return {
    marked,
    tokenResponse: (tokens, scope, grant) => {
      if (grant === wanted) marked.add(tokens[kind]);
      return defaultRules.tokenResponse(tokens, scope, grant);
    },
  };
}

function authenticating(isToken: (given: string, own: string) => boolean): Partial<Rules> {
  return {
    authenticate: (accounts, given) =>
      given && accounts.find(({ sid, token }) => sid === given.sid && isToken(given.token, token)),
  };
}

function callingBackAt(change: (url: string) => string): Partial<Rules> {
  return {
    recordingCallback: (...given) => {
      const callback = recordingCallback(...given);
      return callback && { ...callback, url: change(callback.url) };
    },
  };
}
