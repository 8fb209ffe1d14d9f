/**
 * Each is altered by different mistakes: the first by trimming, double decoding, missing encoding or a restriction to
 * ASCII; the others if a text is taken for a number, for no value, for JSON, base64, a URL, a sentence or a
 * replacement pattern, if its lines are joined, or if it is too long.
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
  'of\ntwo lines\tand a tab',
  '1.50',
  'undefined',
  'false',
  '\u00a0C:\\new &#65; &copy=1\r\n\u200bend/',
  'x'.repeat(1500),
];

/** Too long for a column or a buffer of 2048 characters. A server may refuse a URL of that length. */
export const veryLongState = 'y'.repeat(4000);

/**
 * Much of that at once, for flows in which a state takes another path: a form may rewrite line breaks, and a store
 * may truncate at 1024. Encoded as a query it stays below the 2048 characters that servers accept by default.
 */
export const longAwkwardState = `${awkwardStates[0]}\n\t${'x'.repeat(1000)}`;
