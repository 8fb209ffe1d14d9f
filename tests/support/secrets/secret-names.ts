/** What the name of a field, and the look of its value, say about whether it is a secret. */

/** What an answer hands out in fields of such names is a secret, wherever the field stands. */
const secretName =
  /token|jwt|secret|passw|credential|session|cookie|ticket|assertion|bearer|signature|api_?key|^authorization$|^code$|csrf/i;

/** Fields beside a token that tell about it, and what is called a token or a session and is none. */
const openName =
  /_?type$|_?endpoint$|_?ur[il]$|^scope|^state$|^error|message|descri|expires|issued|version|name$/i;

/** What names a thing, rather than opens it. */
const identifier = /id$/i;

/** Numbers in such fields tell how long, how often or when. */
const measure =
  /lifetime|ttl|timeout|time|age|count|size|length|limit|until|since|valid|created|updated|_at$|At$/;

/** What OAuth 2.0 calls a credential: in such a field even a plain word is one. */
const credential = /^(?:access|refresh|id)_?token$|^client_?secret$|jwt$/i;

/** How a value is called that is the credential itself, within an object of a credential's name. */
const holder = /^(?:value|val|raw|data|content|text|key|body|string|plain|hash|\W.*)$/i;

/** What a server says in a field called code where it tells of an error: `invalid_request`. */
const errorWord = /^[a-z]+(?:_[a-z]+)*$/i;

/** What it says there where it tells of none. */
const statusWord = /^(?:success(?:ful)?|created|accepted|found|updated)$/i;

/** Words of people or of a program, be they joined by underscores: no longer ones than there are. */
const words = /^(?:\p{L}{1,12}(?:[\s_.,:;!?'’()-]+|$))+$/u;

/** Fewer digits than this count something; a list of numbers is full of them. */
const SHORTEST_NUMBER = 8;

/** Whether a field of that name holds a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !openName.test(name);
}

/** Whether a field of that name is open, though a secret stands beside it. */
export function isOpenName(name: string): boolean {
  return openName.test(name) || identifier.test(name);
}

/** Whether a value is a secret by what it is; shorter ones, and such words, would be masked all over the evidence for nothing. */
export function isTelling(value: string): boolean {
  return (
    value.length >= 4 && !/^(?:true|false|null|none|bearer|basic|[a-z]{2}[-_][a-z]{2}|\d{1,5})$/i.test(value)
  );
}

/**
 * Whether a field called code tells how things went, instead of handing out an authorization code.
 *
 * @param aboutError whether it stands where an error is told
 */
export function isVerdict(name: string, value: string, aboutError: boolean): boolean {
  return /^code$/i.test(name) && (statusWord.test(value) || (aboutError && errorWord.test(value)));
}

/** Whether the digits in a field of a secret's name are the secret. */
export function isSecretNumber(name: string, digits: string): boolean {
  return digits.length >= SHORTEST_NUMBER && !measure.test(name) && !/^code$/i.test(name);
}

/** Whether a value in a text that is no clean JSON is a secret: a page has labels and code under such names. */
export function isSecretText(name: string, value: string): boolean {
  if (/[\r\n]/.test(value)) return false;
  if (/^\d+$/.test(value)) return isSecretNumber(name, value);
  return credential.test(name) || !(words.test(value) || /^https?:\/\//i.test(value));
}

/** The same of a value without quotes, which code has as well: `token: response.token`. */
export function isSecretBare(name: string, value: string): boolean {
  return !words.test(value) && isSecretText(name, value) && (/\d/.test(value) || !value.includes('.'));
}

/** Whether a field within an object of a secret's name holds the secret, or tells of it. */
export function isHeld(name: string, value: string): boolean {
  if (openName.test(name) || (identifier.test(name) && !/^id$/i.test(name))) return false;
  if (holder.test(name)) return true;
  const isOpaque = /^\S{8,}$/.test(value) && /\d|^.{16}/.test(value);
  return isOpaque && !/^\d{4}-\d\d-\d\d|:\/\/|@/.test(value) && !words.test(value);
}
