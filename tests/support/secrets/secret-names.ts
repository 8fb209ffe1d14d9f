/** What the name of a field, and the form of its value, say about whether it is a secret. */

/** Fields with these names hold secrets, wherever they occur in an answer. */
const secretName =
  /token|jwt|secret|passw|credential|session|cookie|ticket|assertion|bearer|signature|api_?key|^authorization$|^code$|csrf/i;

/** Fields beside a token that describe it, and fields that are named like a token or a session but are neither. */
const openName =
  /_?type$|_?endpoint$|_?ur[il]$|^scope|^state$|^error|message|descri|expires|issued|version|name$/i;

/** Fields that identify something, rather than give access to it. */
const identifier = /id$/i;

/** Numbers in these fields state how long, how often or when. */
const measure =
  /lifetime|ttl|timeout|time|age|count|size|length|limit|until|since|valid|created|updated|_at$|At$/;

/** What OAuth 2.0 calls a credential: in these fields, even a plain word is one. */
const credential = /^(?:access|refresh|id)_?token$|^client_?secret$|jwt$/i;

/** The names of fields that hold the credential itself, within an object that is named after it. */
const holder = /^(?:value|val|raw|data|content|text|key|body|string|plain|hash|\W.*)$/i;

/** What a server writes into a field called `code` to describe an error: `invalid_request`. */
const errorWord = /^[a-z]+(?:_[a-z]+)*$/i;

/** What it writes there if there is no error. */
const statusWord = /^(?:success(?:ful)?|created|accepted|found|updated)$/i;

/** Words of a person or a program, even if joined by underscores: none is longer than real words are. */
const words = /^(?:\p{L}{1,12}(?:[\s_.,:;!?'’()-]+|$))+$/u;

/** Numbers with fewer digits count something; a listing is full of them. */
const SHORTEST_NUMBER = 8;

/** Whether a field of that name holds a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !openName.test(name);
}

/** Whether a field of that name is public, even beside a secret. */
export function isOpenName(name: string): boolean {
  return openName.test(name) || identifier.test(name);
}

/**
 * Whether a value is distinctive enough to be a secret: shorter values and common words would be masked throughout
 * the evidence for nothing.
 */
export function isTelling(value: string): boolean {
  return (
    value.length >= 4 && !/^(?:true|false|null|none|bearer|basic|[a-z]{2}[-_][a-z]{2}|\d{1,5})$/i.test(value)
  );
}

/**
 * Whether a field called `code` states a result, instead of handing out an authorization code.
 *
 * @param aboutError whether the field may describe an error
 */
export function isVerdict(name: string, value: string, aboutError: boolean): boolean {
  return /^code$/i.test(name) && (statusWord.test(value) || (aboutError && errorWord.test(value)));
}

/** Whether the digits in a field with the name of a secret are the secret. */
export function isSecretNumber(name: string, digits: string): boolean {
  return digits.length >= SHORTEST_NUMBER && !measure.test(name) && !/^code$/i.test(name);
}

/** Whether a value in a text that is not clean JSON is a secret: in a page, labels and code may have such names. */
export function isSecretText(name: string, value: string): boolean {
  if (/[\r\n]/.test(value)) return false;
  if (/^\d+$/.test(value)) return isSecretNumber(name, value);
  return credential.test(name) || !(words.test(value) || /^https?:\/\//i.test(value));
}

/** The same for a value without quotes, which may also be code: `token: response.token`. */
export function isSecretBare(name: string, value: string): boolean {
  return !words.test(value) && isSecretText(name, value) && (/\d/.test(value) || !value.includes('.'));
}

/** Whether a field within an object that is named after a secret holds the secret, rather than describes it. */
export function isHeld(name: string, value: string): boolean {
  if (openName.test(name) || (identifier.test(name) && !/^id$/i.test(name))) return false;
  if (holder.test(name)) return true;
  const isOpaque = /^\S{8,}$/.test(value) && /\d|^.{16}/.test(value);
  return isOpaque && !/^\d{4}-\d\d-\d\d|:\/\/|@/.test(value) && !words.test(value);
}

/** Learns what an answer hands out. */
export interface Learner {
  /** Learns a value that is a secret. */
  learn(name: string, value: string): void;
  /**
   * Learns the value of a field if its name says that it is a secret.
   *
   * @param aboutError whether the field may describe an error, so that a code may be an error code
   */
  field(name: string, value: string, aboutError: boolean): void;
}
