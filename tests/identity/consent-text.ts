/** What a consent page asks for, by what it says. Each permission is known by the words that a page may have for it. */

const email = /e-?mail|\bmail(?:box| (?:address|information|details|data|settings))/i;

const permissions: Readonly<Record<string, RegExp>> = {
  'e-mail information': email,
  'user detail information':
    /user|profile|detail|personal|account|identity|name|basic info|who you are|about you/i,
  'the collaboration API':
    /\bapi|spaces|collaborat|on your behalf|in your (?:name|place)|\b(?:act|work)s? (?:as|for) you\b|\b(?:access|join|read|use)\b(?:(?!e-?mail)[^.;:!?\n]){0,40}\b(?:rooms|meetings|messages|conversations)\b|\buse\b[^.,;:!?\n]{0,40} for you\b/i,
};

/** Matches a word that speaks of e-mail further on in the same part of a sentence. */
function speaksOfEmailAfter(word: string): RegExp {
  return new RegExp(String.raw`\b${word}[^.,;:!?\n]{0,40}(?:${email.source})`, 'i');
}

/** Sentences that name what a permission is about, and ask for none. */
const inPassing = [
  // Who is logged in.
  /\b(?:signed|logged)[ -]?(?:in|on) (?:as|with|by)\b|\bnot you\b/i,
  /\b(?:another|different|other) (?:user )?account\b|\bswitch (?:user|account)s?\b/i,
  // What leads up to a list.
  /\b(?:to|(?:following|these)(?: \w+){0,4})\W*$/i,
  /\b(?:allow|authori[sz]e|let)\b.*\baccounts?\?$/i,
  // What becomes of it later, and whom to ask.
  /^\W*(?:\w+ )?you (?:can|may)\b.*\b(?:any ?time|later|settings)\b/i,
  /\b(?:contact|e-?mail|mail|write to|ask) (?:us|support|our)\b/i,
];

/** What a client wants as a whole: of which account, is no permission. */
const wantsAccount =
  /\b(?:wants?|would like|ask(?:s|ing)?|request(?:s|ing)?|needs?)\b[^.!?\n]{0,60}?\b(?:access|use|connect|link)(?: to| with)? (?:your|the) (?:[\w-]+ ){0,3}?accounts?\b(?! (?:info|detail|data|profile|name|set))/gi;

/** Whoever asks to view e-mail information in so many words; to access it may mean either. */
const viewsEmail = speaksOfEmailAfter('(?:view|read|see)\\b');

/** Likewise to update it. */
const updatesEmail = speaksOfEmailAfter('(?:updat|chang|edit|modif|alter|amend)\\w*\\b');

/** Whatever a page may call it to view something. */
const views =
  /view|\bread|\bsee\b|access|look|know|learn|\bget\b|obtain|show|display|retriev|fetch|receiv|\buse\b|manag|administ|maintain|control|full(?! name)|inspect|check|consult|shar/i;

/** Whatever a page may call it to update something. */
const updates =
  /updat|chang|edit|manag|modif|writ|maintain|alter|amend|revis|adjust|administ|correct|control|replac|up[ -]to[ -]date|full(?! name)|\bset\b|\badd\b/i;

/** What speaks of e-mail may go on, or begin, so many characters away; further off something else is meant. */
const NEAR = 100;

/** A text whose hyphens, spaces and hidden characters are those of a keyboard. */
function plain(text: string): string {
  return text
    .replace(/[\u2010-\u2013\u2212]/g, '-')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[^\S\n]+/g, ' ');
}

/** So few words are of no language: a page of them is judged by what it names. */
const FEW_WORDS = 8;

/** Whether a text is English, as far as it says anything: a name or a single word may be of any language. */
export function isEnglish(text: string): boolean {
  if ((text.match(/\p{L}+/gu) ?? []).length < FEW_WORDS) return true;
  const common = /\b(?:the|to|your|you|and|of|for|this|with|will|on|view|see|read|use|call)\b/gi;
  return new Set(Array.from(text.matchAll(common), ([word]) => word.toLowerCase())).size > 1;
}

/** What a consent page should ask for by its text, and does not. */
export function notAskedIn(text: string): string[] {
  // Who is logged in, and by which address, is no permission.
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
  // Above it may stand what asks for access as a whole.
  if (says(updatesEmail) && !below.some((one) => views.test(one))) lacking.push('to view e-mail information');
  return lacking;
}

/** A sentence that speaks of e-mail, and those near it, in one direction, as far as none names another permission. */
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
