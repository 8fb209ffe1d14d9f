import { worked } from '../support/interface/answers.ts';
import { codeOf, redirectOf } from '../support/test.ts';
import type { Answer } from '../support/wire/http.ts';

/**
 * Each is altered by different mistakes: the first by trimming, double decoding, missing encoding or a restriction to
 * ASCII; the others if a text is taken for a number, for no value, for JSON, base64, a URL, a sentence or a
 * replacement pattern, or if it is too long. None has control characters, which IDN-131 leaves to a choice.
 */
export const awkwardStates = [
  ' a b+c 100%25 %c3%a4 a&b=c;d#e?f/g &amp;lt; "<\'>\\ ÄÖ€ 漢字 🙂 e\u0301 ',
  '007',
  '0',
  'null',
  '{"a" :  1.0, "b":["//"]}',
  'YQ==',
  'https://client.example/after?x=1&y=#z',
  'end.',
  '$& $1 $$ $` @!*()|^~[x]',
  '1.50',
  'undefined',
  'false',
  '\u00a0C:\\new &#65; &copy=1\u200bend/',
  'x'.repeat(1500),
];

/** Too long for a column or a buffer of 2048 characters. A server may refuse a URL of that length. */
export const veryLongState = 'y'.repeat(4000);

/**
 * Much of that at once, for flows in which a state takes another path, and where a store may truncate at 1024. Encoded
 * as a query it stays below the 2048 characters that servers accept by default.
 */
export const longAwkwardState = `${awkwardStates[0]}${'x'.repeat(1000)}`;

/** States with a line break of either kind, and with a tab. */
export const statesWithControls = ['of\ntwo lines\tand a tab', 'C:\\new\r\nend'] as const;

/** What became of a state: a reading of IDN-131, or `altered`, which is none. */
export interface Fate {
  readonly reading: 'unchanged' | 'as a form' | 'refused' | 'altered';
  /** The same in words, with the state that was sent. */
  readonly told: string;
}

/**
 * What became of a state with control characters.
 *
 * @param answer the redirect to the client, or the page at which the request ended
 */
export function fateOf(state: string, answer: Answer): Fate {
  if (codeOf(worked(answer)) !== undefined) return comparedWith(state, redirectOf(answer));
  const { status, failure } = answer;
  const isRefusal = failure === undefined && status < 500;
  return {
    reading: isRefusal ? 'refused' : 'altered',
    told: `a request with the state ${JSON.stringify(state)} was answered with ${failure ?? `status ${status}`}`,
  };
}

/** What became of a state that a redirect returns, be it with a code or with an error. */
export function comparedWith(state: string, redirect: URL | undefined): Fate {
  const returned = redirect?.searchParams.get('state') ?? null;
  // Every line break is sent as CRLF (HTML Standard, constructing the entry list and encoding of a form).
  const asForm = state.replace(/\r\n|\r|\n/g, '\r\n');
  const reading = returned === state ? 'unchanged' : returned === asForm ? 'as a form' : 'altered';
  return { reading, told: `the state ${JSON.stringify(state)} was returned as ${JSON.stringify(returned)}` };
}

/** From what contradicts the interface to what does not differ at all. */
const byWeight: readonly Fate['reading'][] = ['altered', 'refused', 'as a form', 'unchanged'];

/** The fate that says most about a deployment which treats states in several ways. */
export function heaviestOf(fates: readonly [Fate, ...Fate[]]): Fate {
  return fates.reduce((most, one) =>
    byWeight.indexOf(one.reading) < byWeight.indexOf(most.reading) ? one : most,
  );
}
