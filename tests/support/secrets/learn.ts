import { readFileSync } from 'node:fs';
import { secretSettings } from '../target.ts';
import { jsonIn, learnJson } from './learn-json.ts';
import { learnMarkup, learnPairs, learnRedirect, learnText } from './learn-text.ts';
import type { Mask } from './mask.ts';
import { isSecretName, isTelling, isVerdict } from './secret-names.ts';
import { viewsOf } from './views.ts';

/** Of one answer, no more than this is learned: none of the interface hands out more than three tokens. */
const MOST_SECRETS = 1000;
const MOST_CHARACTERS = 262_144;

/** The values of headers, by lower-case name. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Who learns what an answer hands out. */
export interface Pupil {
  /** Learns a value that is a secret. */
  learn(name: string, value: string): void;
  /**
   * Learns the value of a field whose name says that it is a secret.
   *
   * @param aboutError whether it stands where an error may be told, so that a code may be the word for it
   */
  field(name: string, value: string, aboutError: boolean): void;
}

/**
 * Teaches the mask the credentials that an answer hands out: tokens in the body, a code in the
 * redirect, cookies. The body need not be what it should: tokens in JSON that is broken are tokens.
 *
 * @param body the answer's body as text
 * @param headers the answer's headers; such as came several times as lists
 * @param json the body read as JSON, when it is
 * @param status the answer's status, when it is known
 * @returns false when there is more of them than can be masked, so that the answer must not be shown
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
  const pupil: Pupil = {
    learn(name, value) {
      if (!whole || !isTelling(value) || seen.has(value)) return;
      seen.add(value);
      characters += value.length;
      whole =
        seen.size <= MOST_SECRETS && characters <= MOST_CHARACTERS && mask.learn(nameOf(name, mask), value);
    },
    field(name, value, aboutError) {
      if (isSecretName(name) && !isVerdict(name, value, aboutError)) pupil.learn(name, value);
    },
  };

  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) {
      if (name === 'set-cookie') {
        learnCookie(one, pupil);
        continue;
      }
      if (name === 'location') learnRedirect(one, mask);
      learnText(one, pupil);
      pupil.field(name, one, false);
    }
  }
  const aboutError = status >= 400;
  if (json !== undefined) learnJson(json, pupil, aboutError);
  const isRead = typeof json === 'object' && json !== null;
  // What a report makes readable is read here as well: JSON in a page, percent-encoded, in UTF-16.
  for (const text of new Set(Array.from(viewsOf(body.replace(/^\ufeff/, '')), (view) => view.text))) {
    if (json === undefined) for (const one of jsonIn(text)) learnJson(one, pupil, aboutError);
    if (!isRead) {
      learnText(text, pupil);
      learnMarkup(text, pupil);
    }
    // Of two fields of one name JSON has the last, and of a long number the beginning.
    learnPairs(text, pupil, aboutError);
  }
  return whole;
}

/** What HTTP Basic puts together: a short password is not to be found within that base64 by itself. */
const credentials = [
  ['TARGET_USERNAME', 'TARGET_PASSWORD'],
  ['TARGET_CLIENT_ID', 'TARGET_CLIENT_SECRET'],
  ['TARGET_OTHER_CLIENT_ID', 'TARGET_OTHER_CLIENT_SECRET'],
  ['TARGET_ACCOUNT_SID', 'TARGET_AUTH_TOKEN'],
] as const;

/**
 * Teaches the mask the secrets of the settings, and those of the storage state that they name: its
 * cookies and what its pages have stored.
 */
export function learnSettings(
  mask: Pick<Mask, 'learn' | 'apply'>,
  settings: Readonly<Record<string, string | undefined>>,
): void {
  for (const name of secretSettings) {
    // It is sent as it is read: without the white space around it.
    for (const value of [settings[name] ?? '', settings[name]?.trim() ?? '']) mask.learn(name, value);
  }
  for (const [user, password] of credentials) {
    const pair = `${settings[user]?.trim() ?? ''}:${settings[password]?.trim() ?? ''}`;
    if (pair.startsWith(':') || pair.endsWith(':')) continue;
    // RFC 7617 leaves the charset to the server, and a page may write base64 as URLs have it.
    for (const bytes of [Buffer.from(pair, 'utf8'), Buffer.from(pair, 'latin1')]) {
      mask.learn('BASIC_CREDENTIALS', bytes.toString('base64').replace(/=+$/, ''));
      mask.learn('BASIC_CREDENTIALS', bytes.toString('base64url'));
    }
  }
  const file = settings['TARGET_STORAGE_STATE']?.trim();
  if (!file) return;
  for (const value of stored(storageState(file), false)) {
    if (isTelling(value)) mask.learn('TARGET_STORAGE_STATE', value);
    learnFromAnswer(mask, value, {});
  }
}

/** The texts that stand anywhere below a field called value: of a cookie, or of what a page has stored. */
function stored(state: unknown, isValue: boolean): string[] {
  if (typeof state === 'string') return isValue ? [state] : [];
  if (Array.isArray(state)) return state.flatMap((one: unknown) => stored(one, isValue));
  if (typeof state !== 'object' || state === null) return [];
  // What is no plain JSON in a database stands below fields called v.
  return Object.entries(state).flatMap(([name, one]) => stored(one, isValue || /^v(?:alue)?$/.test(name)));
}

/** A file that cannot be read is told where it is used. */
function storageState(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function learnCookie(header: string, pupil: Pupil): void {
  // A browser, and such as stand between a server and us, fold several of them into one.
  for (const cookie of header.split(/[,\n]\s*(?=[^\s;,=]+=)/)) {
    const value = /^[^=;]*=\s*([^;]*)/.exec(cookie)?.[1]?.trim() ?? '';
    for (const form of [value, value.replace(/^"(.*)"$/, '$1')]) pupil.learn('COOKIE', form);
  }
}

/** A deployment may choose a name of any length, which then stands wherever the secret stood. */
const LONGEST_NAME = 40;

/** A name that a shell takes for a variable. It is shown, so a field that is called by a token gives none. */
function nameOf(field: string, mask: Pick<Mask, 'apply'>): string {
  const isShown = /^[a-z_-]+$/i.test(field) && mask.apply(field) === field;
  return isShown ? field.slice(0, LONGEST_NAME).toUpperCase().replaceAll('-', '_') : 'SECRET';
}
