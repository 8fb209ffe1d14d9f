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
  'x'.repeat(1500),
];
