/** ASCII punctuation for which HTML has named character references. */
const punctuation: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  plus: '+',
  equals: '=',
  quest: '?',
  colon: ':',
  percnt: '%',
  period: '.',
  lowbar: '_',
  num: '#',
  dollar: '$',
  commat: '@',
  excl: '!',
  ast: '*',
  lpar: '(',
  rpar: ')',
  semi: ';',
  comma: ',',
  hyphen: '-',
  bsol: '\\',
  lsqb: '[',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  verbar: '|',
  grave: '`',
};

/** The names of U+00A0 to U+00FF, in their order. */
const latin = [
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr',
  'deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest',
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml',
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig',
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml',
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml',
].flatMap((row) => row.split(' '));

/** The characters that Windows-1252 has beyond Latin-1, each followed by its name. */
const windows =
  '€euro ‚sbquo ƒfnof „bdquo …hellip †dagger ‡Dagger ˆcirc ‰permil ŠScaron ‹lsaquo ŒOElig ‘lsquo ’rsquo “ldquo ”rdquo •bull –ndash —mdash ˜tilde ™trade šscaron ›rsaquo œoelig ŸYuml';

/**
 * The named character references that libraries write in place of characters (HTML 4, section 24, and ASCII), with
 * what they stand for.
 */
export const entities: Readonly<Record<string, string>> = {
  ...punctuation,
  ...Object.fromEntries(latin.map((name, index) => [name, String.fromCodePoint(0xa0 + index)])),
  ...Object.fromEntries(windows.split(' ').map((one) => [one.slice(1), one.slice(0, 1)])),
};
