/** The punctuation of ASCII that HTML has names for. */
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

/** What Windows-1252 has beyond Latin-1, with its names. */
const windows =
  '€euro ‚sbquo ƒfnof „bdquo …hellip †dagger ‡Dagger ˆcirc ‰permil ŠScaron ‹lsaquo ŒOElig ‘lsquo ’rsquo “ldquo ”rdquo •bull –ndash —mdash ˜tilde ™trade šscaron ›rsaquo œoelig ŸYuml';

/** What the names of HTML stand for that a library writes in place of a character (HTML 4, section 24, and ASCII). */
export const entities: Readonly<Record<string, string>> = {
  ...punctuation,
  ...Object.fromEntries(latin.map((name, index) => [name, String.fromCodePoint(0xa0 + index)])),
  ...Object.fromEntries(windows.split(' ').map((one) => [one.slice(1), one.slice(0, 1)])),
};
