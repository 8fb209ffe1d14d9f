/**
 * Each is changed by other mistakes: the first by trimming, a second decoding, a missing encoding or ASCII; the
 * others where a text is taken for a number, for nothing, for JSON, for base64, an address, a sentence or a replacement,
 * is put on one line, or is too long.
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

/** Longer than a column or a buffer of 2048 characters holds. A server may refuse a URL of that length. */
export const veryLongState = 'y'.repeat(4000);

/**
 * Much of that at once, for where a state takes another way: a form may write line breaks anew, and a store may cut at
 * 1024. Written as a query it stays below the 2048 characters that servers take by default.
 */
export const longAwkwardState = `${awkwardStates[0]}\n\t${'x'.repeat(1000)}`;
