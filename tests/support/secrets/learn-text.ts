import type { Mask } from './mask.ts';
import type { Learner } from './secret-names.ts';
import { isSecretBare, isSecretName, isSecretText } from './secret-names.ts';

/**
 * Matches what may be a JSON Web Token in compact form: three or five base64url parts, the first of which encodes an
 * opening brace.
 */
const compactJwt = /(?<![\w-])e[wy][\w-]*\.(?:[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+|[\w-]+\.[\w-]*)/g;

/**
 * Credentials in a quoted Authorization header, and credentials by themselves: in a sentence that begins the same
 * way, the next word is shorter.
 */
const quotedHeader = /\bAuthorization["']?\s{0,8}[:=]\s{0,8}["']?(?:Bearer|Basic) {1,8}([\w.~+/-]{4,}=*)/gi;
const quotedCredentials = /\b(?:Bearer|Basic) {1,8}(?=[\w.~+/-]*\d)([\w.~+/-]{16,}=*)/gi;

/** How deeply URLs are followed within URLs: they are hardly ever nested more deeply. */
const MOST_URLS = 4;

/** The delimiters of a CDATA section, in which markup is not interpreted. */
const characterData = /<!\[CDATA\[|\]\]>/g;

/** A parameter of a URL or a form: `?code=…`, `&amp;access_token=…`. */
const parameter = /(^|[?&#;\s"'])([\w.-]{1,64})=([^&#;\s"'<>]+)/g;

/** A name and the start of a quoted value, or a long number, as in JSON, scripts, YAML and attributes. */
const pair =
  /(?<![\w.-])([\w.-]{1,64})\\{0,15}["'`]?\s{0,32}(?::|=>?)\s{0,32}(?:(\\{0,15})(["'`])|(\d{8,})(?![\w.]))/g;

/** A line of YAML, headers or properties with a name and an unquoted word. */
const bareLine =
  /^[ \t]{0,64}(?:- )?([\w.-]{1,64})[ \t]{0,32}[:=][ \t]{1,32}([\w.~+/=-]{4,})[ \t]{0,32}\r?$/gm;

/** How far a value is read if it was cut off before its closing quote. */
const LONGEST_CUT = 4096;

/** HTML or XML elements with their attributes, and the text that follows. */
const tags = /<([\w.:-]{1,64})(?=[\s/>])([^<>]{0,2000})(?:>([^<>]+)<\/)?/g;
const attribute = /(?<![\w:-])([\w:-]{1,64})\s{0,32}=\s{0,32}(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;

/** Learns the tokens in a text that are recognised by their form, and the parameters in it. */
export function learnText(text: string, learner: Learner, depth = 0): void {
  for (const [jwt] of text.matchAll(compactJwt)) {
    if (!isObject(jwt.slice(0, jwt.indexOf('.')))) continue;
    learner.learn('JWT', jwt);
    learner.learn('JWT', jwt.slice(jwt.lastIndexOf('.') + 1));
  }
  for (const pattern of [quotedHeader, quotedCredentials]) {
    for (const [, value = ''] of text.matchAll(pattern)) learner.learn('CREDENTIALS', value);
  }
  for (const [, lead = '', name = '', value = ''] of text.matchAll(parameter)) {
    // After a space it may be a sentence: `failed with code=not_found`.
    const decoded = decodeLeniently(value);
    for (const form of [value, decoded]) learner.field(name, form, /^\s$/.test(lead));
    // A URL within a parameter of a URL.
    if (depth < MOST_URLS && decoded.length < value.length && decoded.includes('='))
      learnText(decoded, learner, depth + 1);
  }
}

/** Learns the code of a redirect, however short it is. */
export function learnRedirect(location: string, mask: Pick<Mask, 'learn'>): void {
  for (const [, , name = '', value = ''] of location.matchAll(parameter)) {
    // Three digits alone may be a status: `/error?code=404`.
    if (name === 'code' && /^\d+$/.test(value) && !/^[45]\d\d$/.test(value)) mask.learn('CODE', value);
  }
}

/** Learns secrets from the pairs of a name and a value in a text, whether it is JSON or something similar. */
export function learnPairs(text: string, learner: Learner, aboutError: boolean): void {
  const tellsError = aboutError || /\b(?:error|message)/i.test(text);
  const next = new RegExp(pair);
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [, name = '', escape = '', quote = '', number] = found;
    if (!isSecretName(name)) continue;
    const raw = number ?? quoted(text, next.lastIndex, escape.length, quote);
    // A value is not searched again once it is learned: otherwise a chain of pairs would be searched for each of its
    // links.
    if (number === undefined && !/^\s{0,64}[[{]/.test(raw)) next.lastIndex += raw.length;
    const value = number ?? unescaped(raw, escape.length);
    if (isSecretText(name, value)) learner.field(name, value, tellsError);
  }
  for (const [, name = '', value = ''] of text.matchAll(bareLine)) {
    if (isSecretBare(name, value)) learner.field(name, value, tellsError);
  }
}

/** Learns secrets from the fields of a page and from XML elements. */
export function learnMarkup(text: string, learner: Learner): void {
  for (const [, tag = '', attributes = '', inner] of text.replace(characterData, '').matchAll(tags)) {
    // In HTML, `code` is an element for formatting.
    if (inner !== undefined) learner.field(tag, inner, true);
    if (!attributes.includes('=')) continue;
    const all = new Map(
      Array.from(attributes.matchAll(attribute), ([, name = '', double, single, bare]) => [
        name.toLowerCase(),
        double ?? single ?? bare ?? '',
      ]),
    );
    const value = all.get('value') ?? all.get('content') ?? '';
    const name = isSecretName(tag) ? tag : (all.get('name') ?? all.get('id') ?? '');
    if (/^(?:input|meta)$/i.test(tag) || isSecretText(name, value)) learner.field(name, value, true);
  }
}

/** A quoted value, up to the quote that is escaped like the opening one; only its beginning if none closes it. */
function quoted(text: string, start: number, escapes: number, quote: string): string {
  for (let at = text.indexOf(quote, start); at >= 0; at = text.indexOf(quote, at + 1)) {
    let before = at;
    while (before > start && text[before - 1] === '\\') before -= 1;
    const more = at - before - escapes;
    // A value may end in an escaped backslash, which then also precedes the quote.
    if (more <= 0 || more % (2 * (escapes + 1)) === 0)
      return text.slice(start, at - Math.min(escapes, at - before));
  }
  return /^[^\s"'`<>,;{}]*/.exec(text.slice(start, start + LONGEST_CUT))?.[0] ?? '';
}

/** A quoted value without its escapes; each layer of quotes doubles the backslashes. */
function unescaped(raw: string, escapes: number): string {
  let value = raw;
  try {
    for (let layer = escapes; layer >= 0; layer = layer === 0 ? -1 : layer >> 1) {
      value = JSON.parse(`"${value}"`) as string;
    }
  } catch {
    // It is not JSON, so it stays as it is.
  }
  return value;
}

/** Whether the first part of what may be a JWT is a JSON object in base64url: host names contain dots as well. */
function isObject(part: string): boolean {
  return /^\{\s*"/.test(Buffer.from(part, 'base64url').toString('latin1'));
}

function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
