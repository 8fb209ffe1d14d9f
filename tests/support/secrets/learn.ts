import { readFileSync } from 'node:fs';
import { headerSettings, secretSettings } from '../target.ts';
import { proxySecrets } from '../wire/proxy.ts';
import { jsonIn, learnJson } from './learn-json.ts';
import { learnMarkup, learnPairs, learnRedirect, learnText } from './learn-text.ts';
import type { Mask } from './mask.ts';
import { handedBefore } from './seal.ts';
import type { Learner } from './secret-names.ts';
import { isSecretName, isTelling, isVerdict } from './secret-names.ts';
import { viewsOf } from './views.ts';

/** How much is learned from one answer: no answer of the interface hands out more than three tokens. */
const MOST_SECRETS = 1000;
const MOST_CHARACTERS = 262_144;

/** The values of headers, by lower-case name. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Teaches the mask the credentials that an answer hands out: tokens in the body, a code in the redirect, cookies. The
 * body need not be valid: tokens in broken JSON are still tokens.
 *
 * @param body the answer's body as text
 * @param headers the answer's headers; those that occurred several times as lists
 * @param json the body parsed as JSON, if it is JSON
 * @param status the answer's status, if it is known
 * @returns false if there are more credentials than can be masked, so that the answer must not be shown
 */
export function learnFromAnswer(
  mask: Pick<Mask, 'learn' | 'apply'>,
  body: string,
  headers: Headers,
  json?: unknown,
  status = 200,
): boolean {
  const seen = new Set<string>();
  let characters = 0;
  let whole = true;
  const learner: Learner = {
    learn(name, value) {
      if (!whole || !isTelling(value) || seen.has(value)) return;
      seen.add(value);
      characters += value.length;
      whole =
        seen.size <= MOST_SECRETS && characters <= MOST_CHARACTERS && mask.learn(nameOf(name, mask), value);
    },
    field(name, value, aboutError) {
      if (isSecretName(name) && !isVerdict(name, value, aboutError)) learner.learn(name, value);
    },
  };

  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) {
      if (name === 'set-cookie') {
        learnCookie(one, learner);
        continue;
      }
      if (name === 'location') learnRedirect(one, mask);
      learnText(one, learner);
      learner.field(name, one, false);
    }
  }
  const aboutError = status >= 400;
  if (json !== undefined) learnJson(json, learner, aboutError);
  const isRead = typeof json === 'object' && json !== null;
  // Whatever a report makes readable is searched here as well: JSON in a page, percent-encoded, or in UTF-16.
  for (const text of new Set(Array.from(viewsOf(body.replace(/^\ufeff/, '')), (view) => view.text))) {
    if (json === undefined) for (const one of jsonIn(text)) learnJson(one, learner, aboutError);
    if (!isRead) {
      learnText(text, learner);
      learnMarkup(text, learner);
    }
    // Parsed JSON keeps only the last of two fields with the same name, and only the first digits of a long number.
    learnPairs(text, learner, aboutError);
  }
  return whole;
}

/** The pairs that HTTP Basic combines: a short password cannot be found by itself within their base64. */
const credentials = [
  ['TARGET_USERNAME', 'TARGET_PASSWORD'],
  ['TARGET_CLIENT_ID', 'TARGET_CLIENT_SECRET'],
  ['TARGET_OTHER_CLIENT_ID', 'TARGET_OTHER_CLIENT_SECRET'],
  ['TARGET_ACCOUNT_SID', 'TARGET_AUTH_TOKEN'],
] as const;

/**
 * Teaches the mask the secrets of the settings, those of the storage state that they name (its cookies and what its
 * pages have stored), and what the deployment handed out before the checks began.
 */
export function learnSettings(
  mask: Pick<Mask, 'learn' | 'apply'>,
  settings: Readonly<Record<string, string | undefined>>,
): void {
  for (const name of secretSettings) {
    // It is sent as it is read: without surrounding white space.
    for (const value of [settings[name] ?? '', settings[name]?.trim() ?? '']) mask.learn(name, value);
  }
  for (const name of Object.keys(headerSettings)) learnHeaders(mask, name, settings[name] ?? '');
  for (const [name, value] of proxySecrets(settings)) mask.learn(name, value);
  for (const [user, password] of credentials) {
    const pair = `${settings[user]?.trim() ?? ''}:${settings[password]?.trim() ?? ''}`;
    if (pair.startsWith(':') || pair.endsWith(':')) continue;
    // RFC 7617 leaves the charset to the server, and a page may write base64url.
    for (const bytes of [Buffer.from(pair, 'utf8'), Buffer.from(pair, 'latin1')]) {
      mask.learn('BASIC_CREDENTIALS', bytes.toString('base64').replace(/=+$/, ''));
      mask.learn('BASIC_CREDENTIALS', bytes.toString('base64url'));
    }
  }
  for (const [name, value] of handedBefore(settings)) mask.learn(name, value);
  const file = settings['TARGET_STORAGE_STATE']?.trim();
  if (!file) return;
  for (const value of stored(storageState(file), false)) {
    if (isTelling(value)) mask.learn('TARGET_STORAGE_STATE', value);
    learnFromAnswer(mask, value, {});
  }
}

/** Words such as `staging`, which say where a request goes rather than who sends it. */
const plainWords = /^(?:[a-z]{1,12}(?:[ _.-]|$))+$/i;

/**
 * Teaches the mask the headers of a setting, each by the name of the setting and its own: whole, and what a scheme or a
 * cookie holds.
 */
function learnHeaders(mask: Pick<Mask, 'learn'>, setting: string, json: string): void {
  for (const [header, value] of Object.entries(readHeaders(json))) {
    const isSecret =
      isSecretName(header) || /key|auth|cookie|client/i.test(header) || !plainWords.test(value);
    if (!isSecret) continue;
    const name = `${setting}_${header.toUpperCase().replaceAll(/\W+/g, '_')}`;
    const [, credential = ''] = /^\S+ (\S+)$/.exec(value) ?? [];
    const pair = Buffer.from(credential, 'base64').toString('utf8');
    const password = /^Basic /i.test(value) ? pair.slice(pair.indexOf(':') + 1) : '';
    const cookies = /^cookie$/i.test(header)
      ? value.split(/;\s*/).map((one) => one.replace(/^[^=]*=/, ''))
      : [];
    for (const one of [value, credential, password, ...cookies]) if (isTelling(one)) mask.learn(name, one);
  }
}

/** A setting that holds none is reported where settings are read. */
function readHeaders(json: string): Record<string, string> {
  try {
    const value = JSON.parse(json) as unknown;
    const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(fields.filter((field) => typeof field[1] === 'string')) as Record<
      string,
      string
    >;
  } catch {
    return {};
  }
}

/** All texts anywhere below a field called `value`: that of a cookie, or of something that a page has stored. */
function stored(state: unknown, isValue: boolean): string[] {
  if (typeof state === 'string') return isValue ? [state] : [];
  if (Array.isArray(state)) return state.flatMap((one: unknown) => stored(one, isValue));
  if (typeof state !== 'object' || state === null) return [];
  // Values in a database that are not plain JSON are below fields called `v`.
  return Object.entries(state).flatMap(([name, one]) => stored(one, isValue || /^v(?:alue)?$/.test(name)));
}

/** A file that cannot be read is reported where it is used. */
function storageState(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function learnCookie(header: string, learner: Learner): void {
  // Browsers and proxies fold several cookies into one header.
  for (const cookie of header.split(/[,\n]\s*(?=[^\s;,=]+=)/)) {
    const value = /^[^=;]*=\s*([^;]*)/.exec(cookie)?.[1]?.trim() ?? '';
    for (const form of [value, value.replace(/^"(.*)"$/, '$1')]) learner.learn('COOKIE', form);
  }
}

/** A deployment may choose a name of any length, which then appears wherever the secret did. */
const LONGEST_NAME = 40;

/** A name that is valid for a shell variable. It is shown, so a field name that contains a secret is not used. */
function nameOf(field: string, mask: Pick<Mask, 'apply'>): string {
  const isShown = /^[a-z_-]+$/i.test(field) && mask.apply(field) === field;
  return isShown ? field.slice(0, LONGEST_NAME).toUpperCase().replaceAll('-', '_') : 'SECRET';
}
