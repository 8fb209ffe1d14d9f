import { readFileSync } from 'node:fs';
import type { Mask } from './mask.ts';
import { secretSettings } from './target.ts';

/** What an answer hands out in fields of such names is a secret, wherever the field stands. */
const secretName =
  /token|jwt|secret|passw|credential|session|cookie|ticket|assertion|bearer|signature|api_?key|^authorization$|^code$|csrf/i;

/** Fields beside a token that tell about it, and what is called a token or a session and is none. */
const openName =
  /_?type$|_endpoint$|_ur[il]$|^scope|^state$|^error|message|descri|expires|issued|version|name$/i;

/** What names a thing, rather than opens it. */
const identifier = /id$/i;

/** Shorter values, and such words, would be masked all over the evidence for nothing. */
const isTelling = (value: string): boolean =>
  value.length >= 4 && !/^(?:true|false|null|none|bearer|basic|[a-z]{2}[-_][a-z]{2}|\d{1,5})$/i.test(value);

/** What a server says in a field called code where it tells of an error: `invalid_request`. */
const errorWord = /^[a-z]+(?:_[a-z]+)*$/i;

/** A JSON Web Token in its compact form: five base64url parts or three, the first of which starts a JSON object. */
const compactJwt = /(?<![\w-])eyJ[\w-]*\.(?:[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+|[\w-]+\.[\w-]*)/g;

/** A parameter of a URL or a form: `?code=…`, `&amp;access_token=…`. */
const parameter = /(?:^|[?&#;\s"'])([\w.-]{1,64})=([^&#;\s"'<>]+)/g;

/** The inputs of a page, and what it tells about itself, with their attributes. */
const inputs = /<(?:input|meta)\b([^<>]{0,2000})/gi;
const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;

/** An element with nothing but text in it, as XML has them. */
const elements = /<([\w.-]{1,64})>([^<>]+)<\//g;

/** Of one answer, no more than this is learned: none of the interface hands out more than three tokens. */
const MOST_SECRETS = 1000;

/** The values of headers, by lower-case name. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Teaches the mask the credentials that an answer hands out: tokens in the body, a code in the
 * redirect, cookies.
 *
 * @param body the answer's body as text
 * @param headers the answer's headers; such as came several times as lists
 * @param json the body read as JSON, when it is
 */
export function learnFromAnswer(
  mask: Pick<Mask, 'learn'>,
  body: string,
  headers: Headers,
  json: unknown = parse(body),
): void {
  let left = MOST_SECRETS;
  const learn = (name: string, value: string): void => {
    if (!isTelling(value) || left === 0) return;
    left -= 1;
    mask.learn(nameOf(name), value);
  };
  const learnField = (field: string, value: string): void => {
    if (!secretName.test(field) || openName.test(field)) return;
    if (/^code$/i.test(field) && errorWord.test(value)) return;
    learn(field, value);
  };
  const learnText = (text: string): void => {
    for (const [jwt] of text.matchAll(compactJwt)) {
      learn('JWT', jwt);
      learn('JWT', jwt.slice(jwt.lastIndexOf('.') + 1));
    }
    for (const [, field = '', value = ''] of text.matchAll(parameter)) {
      for (const form of [value, decodeLeniently(value)]) learnField(field, form);
    }
  };

  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) {
      if (name === 'set-cookie') {
        learnCookie(one, learn);
        continue;
      }
      learnText(one);
      learnField(name, one);
    }
  }
  if (typeof json === 'object' && json !== null) learnJson(json, learnField, learnText, learn);
  else {
    learnText(body);
    for (const [, attributes = ''] of body.matchAll(inputs)) {
      const all = new Map(
        Array.from(attributes.matchAll(attribute), ([, name = '', double, single, bare]) => [
          name.toLowerCase(),
          double ?? single ?? bare ?? '',
        ]),
      );
      learnField(all.get('name') ?? all.get('id') ?? '', all.get('value') ?? all.get('content') ?? '');
    }
    for (const [, name = '', value = ''] of body.matchAll(elements)) learnField(name, value);
  }
}

/**
 * Teaches the mask the secrets of the settings, and those of the storage state that they name: its
 * cookies and what its pages have stored.
 */
export function learnSettings(
  mask: Pick<Mask, 'learn'>,
  settings: Readonly<Record<string, string | undefined>>,
): void {
  for (const name of secretSettings) {
    // It is sent as it is read: without the white space around it.
    for (const value of [settings[name] ?? '', settings[name]?.trim() ?? '']) mask.learn(name, value);
  }
  const file = settings['TARGET_STORAGE_STATE']?.trim();
  if (!file) return;
  const { cookies = [], origins = [] } = storageState(file);
  const stored = origins.flatMap(({ localStorage = [] }) => localStorage);
  for (const { value } of [...cookies, ...stored]) {
    if (typeof value !== 'string') continue;
    if (isTelling(value)) mask.learn('TARGET_STORAGE_STATE', value);
    learnFromAnswer(mask, value, {});
  }
}

interface StorageState {
  readonly cookies?: readonly { readonly value?: unknown }[];
  readonly origins?: readonly { readonly localStorage?: readonly { readonly value?: unknown }[] }[];
}

/** A file that cannot be read is told where it is used. */
function storageState(file: string): StorageState {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StorageState;
  } catch {
    return {};
  }
}

type Learn = (name: string, value: string) => void;

function learnCookie(header: string, learn: Learn): void {
  // A browser, and such as stand between a server and us, fold several of them into one.
  for (const cookie of header.split(/[,\n]\s*(?=[^\s;,=]+=)/)) {
    const value = /^[^=;]*=\s*([^;]*)/.exec(cookie)?.[1]?.trim() ?? '';
    for (const form of [value, value.replace(/^"(.*)"$/, '$1')]) learn('COOKIE', form);
  }
}

/** Looks through a body without recursion, since a server chooses its depth. */
function learnJson(json: object, learnField: Learn, learnText: (text: string) => void, learn: Learn): void {
  const left: { readonly part: object; readonly of: string }[] = [{ part: json, of: '' }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { part, of } = next;
    const fields = Object.entries(part);
    const grants = fields.some(([name, value]) => /token$|^jwt$/i.test(name) && typeof value === 'string');
    for (const [key, value] of fields) {
      const name = Array.isArray(part) ? of : key;
      if (typeof value === 'object' && value !== null) left.push({ part: value as object, of: name });
      if (typeof value !== 'string') continue;
      learnField(name, value);
      learnText(value);
      // What comes beside a token, long and in one word, is hardly anything else.
      const isOpen = openName.test(name) || identifier.test(name);
      if (grants && !isOpen && /^\S{16,}$/.test(value)) learn(name, value);
    }
  }
}

/** A name that a shell takes for a variable. */
function nameOf(field: string): string {
  return field.toUpperCase().replace(/\W/g, '_').replace(/^\d/, '_');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
