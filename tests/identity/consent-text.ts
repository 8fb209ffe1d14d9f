/**
 * What a consent page asks for, according to its text. Each permission is recognized by words that a page may use for
 * it.
 */

/** Matches what any of some patterns matches, in capital or small letters. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}

const email = anyOf(/e-?mail/, /\bmail(?:box| (?:address|information|details|data|settings))/);

const permissions: Readonly<Record<string, RegExp>> = {
  'e-mail information': email,
  'user detail information':
    /user|profile|detail|personal|account|identity|name|basic info|who you are|about you/i,
  'the collaboration API': anyOf(
    /\bapi|spaces|collaborat/,
    /on your behalf|in your (?:name|place)/,
    /\b(?:act|work)s? (?:as|for) you\b/,
    // What the API gives access to, unless e-mail stands in between.
    /\b(?:access|join|read|use)\b(?:(?!e-?mail)[^.;:!?\n]){0,40}\b(?:rooms|meetings|messages|conversations)\b/,
    /\buse\b[^.,;:!?\n]{0,40} for you\b/,
  ),
};

/** Matches a word that is followed by a mention of e-mail in the same clause. */
function speaksOfEmailAfter(word: string): RegExp {
  return new RegExp(String.raw`\b${word}[^.,;:!?\n]{0,40}(?:${email.source})`, 'i');
}

/** Sentences that mention the subject of a permission without asking for it. */
const inPassing = [
  // Who is logged in.
  /\b(?:signed|logged)[ -]?(?:in|on) (?:as|with|by)\b|\bnot you\b/i,
  /\b(?:another|different|other) (?:user )?account\b|\bswitch (?:user|account)s?\b/i,
  // The introduction to a list.
  /\b(?:to|(?:following|these)(?: \w+){0,4})\W*$/i,
  /\b(?:allow|authori[sz]e|let)\b.*\baccounts?\?$/i,
  // What the user can do later, and whom to contact.
  /^\W*(?:\w+ )?you (?:can|may)\b.*\b(?:any ?time|later|settings)\b/i,
  /\b(?:contact|e-?mail|mail|write to|ask) (?:us|support|our)\b/i,
];

/** A general request for access to an account: naming the account asks for no permission. */
const wantsAccount =
  /\b(?:wants?|would like|ask(?:s|ing)?|request(?:s|ing)?|needs?)\b[^.!?\n]{0,60}?\b(?:access|use|connect|link)(?: to| with)? (?:your|the) (?:[\w-]+ ){0,3}?accounts?\b(?! (?:info|detail|data|profile|name|set))/gi;

/** An explicit request to view e-mail information; a request to access it may mean viewing or updating. */
const viewsEmail = speaksOfEmailAfter('(?:view|read|see)\\b');

/** An explicit request to update e-mail information. */
const updatesEmail = speaksOfEmailAfter('(?:updat|chang|edit|modif|alter|amend)\\w*\\b');

/** Words that a page may use for viewing something. */
const views =
  /view|\bread|\bsee\b|access|look|know|learn|\bget\b|obtain|show|display|retriev|fetch|receiv|\buse\b|manag|administ|maintain|control|full(?! name)|inspect|check|consult|shar/i;

/** Words that a page may use for updating something. */
const updates =
  /updat|chang|edit|manag|modif|writ|maintain|alter|amend|revis|adjust|administ|correct|control|replac|up[ -]to[ -]date|full(?! name)|\bset\b|\badd\b/i;

/**
 * A passage about e-mail may continue or begin this many characters away; text further away is about something else.
 */
const NEAR = 100;

/** A text with its hyphens and spaces replaced by plain ones, and its hidden characters removed. */
function plain(text: string): string {
  return text
    .replace(/[\u2010-\u2013\u2212]/g, '-')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[^\S\n]+/g, ' ');
}

/** Fewer words than this do not reveal a language: such a page is judged by what it names. */
const FEW_WORDS = 8;

/** Whether a text is English, as far as it reveals that: a name or a single word may belong to any language. */
export function isEnglish(text: string): boolean {
  if ((text.match(/\p{L}+/gu) ?? []).length < FEW_WORDS) return true;
  const common = /\b(?:the|to|your|you|and|of|for|this|with|will|on|view|see|read|use|call)\b/gi;
  return new Set(Array.from(text.matchAll(common), ([word]) => word.toLowerCase())).size > 1;
}

/** What the text of a consent page should ask for, and does not. */
export function notAskedIn(text: string): string[] {
  // An e-mail address that shows who is logged in is not a permission.
  const whole = plain(text).replace(/(?<!\S)\S+@\S*[^\s.,;:!?]/g, '');
  const sentences = whole.split(/\n+|(?<=[.!?]) +/).filter((one) => /\w/.test(one));
  const asking = sentences
    .map((one) => one.replaceAll(wantsAccount, ''))
    .filter((one) => !inPassing.some((pattern) => pattern.test(one)));
  const isAsking = Object.values(permissions).some((named) => asking.some((one) => named.test(one)));
  const rest = isAsking ? asking : sentences;

  const lacking = Object.entries(permissions).flatMap(([name, named]) =>
    rest.some((one) => named.test(one)) ? [] : [name],
  );
  const says = (pattern: RegExp): boolean => rest.some((one) => pattern.test(one));
  const below = rest.flatMap((_, at) => aboutEmail(rest, at, 1));
  const around = [...below, ...rest.flatMap((_, at) => aboutEmail(rest, at, -1))];
  if (says(viewsEmail) && !around.some((one) => updates.test(one)))
    lacking.push('to update e-mail information');
  // Only below: a general request for access may stand above it.
  if (says(updatesEmail) && !below.some((one) => views.test(one))) lacking.push('to view e-mail information');
  return lacking;
}

/** A sentence about e-mail, and those near it in one direction, up to the next one that names a permission. */
function aboutEmail(sentences: readonly string[], at: number, step: 1 | -1): string[] {
  const [first = ''] = sentences.slice(at, at + 1);
  if (!email.test(first)) return [];
  const found = [first];
  let left = NEAR;
  for (let next = at + step; left > 0; next += step) {
    const one = sentences[next];
    if (one === undefined || Object.values(permissions).some((named) => named.test(one))) break;
    found.push(one.slice(0, left));
    left -= one.length;
  }
  return found;
}
