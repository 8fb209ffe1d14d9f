import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { headerWord } from './wire/headers.ts';
import { proxyMistakes } from './wire/proxy.ts';

/** A server URL: a credential in it would appear in every report, and a query would swallow the path. */
const address = z.url({ protocol: /^https?$/, error: 'expected an http or https address' }).refine((text) => {
  // A value that is not a URL at all has already been reported.
  if (!URL.canParse(text)) return true;
  const { username, password } = new URL(text);
  // A trailing ? or # is not visible in the parsed URL, but would still be in the written one.
  return `${username}${password}` === '' && !/[?#]/.test(text);
}, 'expected an address without credentials, query or fragment');

const text = z.string();

/** Headers that the HTTP client sets itself, or that would make another request of it. */
const ownHeaders =
  /^(?:host|connection|content-.*|transfer-encoding|te|upgrade|expect|accept-encoding|user-agent)$/i;

const headersExpected = 'expected a JSON object of headers, such as {"X-Api-Key": "…"}';

/** Headers by name, as JSON. */
const headers = text.transform((json, context): Record<string, string> => {
  const complain = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return complain(headersExpected);
  }
  const given = z.record(z.string(), z.string()).safeParse(value);
  if (!given.success) return complain(headersExpected);
  for (const [name, one] of Object.entries(given.data)) {
    // A name may be a secret that stands in the wrong place, so it is not shown.
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || !/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(one))
      return complain('expected names and values of headers in printable ASCII');
    if (ownHeaders.test(name)) return complain(`expected no ${name}, which the suite sets itself`);
  }
  return given.data;
});
const list = text
  .transform((items) => items.split(',').flatMap((item) => item.trim() || []))
  .refine((items) => new Set(items).size === items.length, 'expected each item only once');

/** A whole number within bounds, written in digits. */
const whole = (least: number, most: number) =>
  text
    .regex(/^\d+$/, `expected a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine(
      (number) => number >= least && number <= most,
      `expected a whole number from ${least} to ${most}`,
    );

/** Every setting of a live target. `.env.example` explains them one by one. */
const settings = z.strictObject({
  TARGET_NAME: text.optional(),
  TARGET_AUTH_URL: address.optional(),
  TARGET_BASE_URL: address.optional(),
  TARGET_API_URL: address.optional(),
  TARGET_HEADERS: headers.optional(),
  TARGET_AUTH_HEADERS: headers.optional(),
  TARGET_BASE_HEADERS: headers.optional(),
  TARGET_API_HEADERS: headers.optional(),
  TARGET_CLIENT_CERT: text.optional(),
  TARGET_CLIENT_KEY: text.optional(),
  TARGET_CLIENT_PFX: text.optional(),
  TARGET_CLIENT_PASSPHRASE: text.optional(),
  TARGET_REQUESTS_PER_SECOND: text
    .regex(/^\d+(?:\.\d+)?$/, 'expected a number from 0.1 to 1000')
    .transform(Number)
    .refine((rate) => rate >= 0.1 && rate <= 1000, 'expected a number from 0.1 to 1000')
    .optional(),
  TARGET_USER_AGENT: text
    .regex(/^[\x21-\x7e][\x20-\x7e]*$/, 'expected printable ASCII characters')
    .default('interface-conformance'),
  TARGET_BROWSER_PATH: text.optional(),
  TARGET_LOGIN_ORIGINS: list
    .refine(
      (origins) => origins.every((one) => URL.canParse(one) && /^https?:$/.test(new URL(one).protocol)),
      'expected origins such as https://login.example, separated by commas',
    )
    .optional(),
  TARGET_CLIENT_ID: text.optional(),
  TARGET_CLIENT_SECRET: text.optional(),
  TARGET_REDIRECT_URI: z
    .url({ error: 'expected a URI' })
    .refine((uri) => !URL.canParse(uri) || new URL(uri).username + new URL(uri).password === '', {
      error: 'expected a URI without credentials',
    })
    .optional(),
  TARGET_USERNAME: text.optional(),
  TARGET_PASSWORD: text.optional(),
  TARGET_STORAGE_STATE: text.optional(),
  TARGET_LOGIN_ACCOUNT_SELECTOR: text.optional(),
  TARGET_LOGIN_USERNAME_SELECTOR: text.optional(),
  TARGET_LOGIN_PASSWORD_SELECTOR: text.optional(),
  TARGET_LOGIN_SUBMIT_SELECTOR: text.optional(),
  TARGET_CONSENT_SELECTOR: text.optional(),
  TARGET_ACCOUNT_SID: text.optional(),
  TARGET_AUTH_TOKEN: text.optional(),
  TARGET_OTHER_CLIENT_ID: text.optional(),
  TARGET_OTHER_CLIENT_SECRET: text.optional(),
  TARGET_OTHER_ACCOUNT_SID: text.optional(),
  TARGET_CALL_SIDS: list.optional(),
  TARGET_CALLBACK_URL: address.optional(),
  TARGET_CALLBACK_PORT: whole(1, 65_535).optional(),
  TARGET_CALLBACK_WAIT_MS: whole(1, 3_600_000).default(60_000),
  TARGET_NUMBER_COUNTRY: text.regex(/^[A-Z]{2}$/, 'expected two capital letters').default('US'),
  TARGET_AREA_CODE: text.optional(),
  TARGET_REGION: text.optional(),
  TARGET_POSTAL_CODE: text.optional(),
  TARGET_CONTAINS: text.optional(),
  // It is sent in a header.
  TARGET_EXPIRED_ACCESS_TOKEN: text
    .regex(headerWord, 'expected printable ASCII characters without spaces')
    .optional(),
  TARGET_ALLOW: list
    .refine((effects) => effects.every((effect) => ['recording', 'guest', 'sign-out'].includes(effect)), {
      error: 'expected recording, guest or sign-out, separated by commas',
    })
    .default([]),
  TARGET_DEVIATIONS: text.optional(),
  TARGET_BASELINE: text.optional(),
  TARGET_TIMEOUT_MS: whole(1, 600_000).default(15_000),
  TARGET_STRICT: z.enum(['true', 'false'], { error: 'expected true or false' }).optional(),
});

/** The format that Playwright writes. */
const storageState = z.looseObject({
  cookies: z.array(z.looseObject({ name: text, value: text, domain: text, path: text })).optional(),
  origins: z.array(z.looseObject({ origin: text })).optional(),
});

/** The settings of a run, read and validated. */
export type Settings = z.infer<typeof settings>;

/** The names of all settings. */
export const settingNames = Object.keys(settings.shape);

/** Settings that are only valid together. */
const together: readonly (readonly (keyof Settings)[])[] = [
  ['TARGET_CLIENT_CERT', 'TARGET_CLIENT_KEY'],
  ['TARGET_CLIENT_ID', 'TARGET_CLIENT_SECRET', 'TARGET_REDIRECT_URI'],
  ['TARGET_USERNAME', 'TARGET_PASSWORD'],
  ['TARGET_ACCOUNT_SID', 'TARGET_AUTH_TOKEN'],
  ['TARGET_OTHER_CLIENT_ID', 'TARGET_OTHER_CLIENT_SECRET'],
  ['TARGET_CALLBACK_URL', 'TARGET_CALLBACK_PORT'],
];

/**
 * Settings that must differ: otherwise what should be refused to the other client or account would be rightly
 * granted.
 */
const apart: readonly (readonly [one: keyof Settings, other: keyof Settings])[] = [
  ['TARGET_CLIENT_ID', 'TARGET_OTHER_CLIENT_ID'],
  ['TARGET_ACCOUNT_SID', 'TARGET_OTHER_ACCOUNT_SID'],
];

const servers = ['TARGET_AUTH_URL', 'TARGET_BASE_URL', 'TARGET_API_URL'] as const;

/** All mistakes in the settings at once: the name of each setting, and what is expected. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(problems: readonly string[]) {
    super(
      ['The settings of the target are invalid:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
    );
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the `TARGET_*` settings. An empty value counts as absent.
 *
 * @param alsoWrong mistakes that were found elsewhere in the settings, in the same format; each is reported once
 * @throws SettingsError with every mistake: an invalid value, an unknown setting, an incomplete pair, two settings
 *   that must differ and do not, no server at all, or an invalid storage state
 */
export function readSettings(env: Environment, alsoWrong: readonly string[] = []): Settings {
  const given = Object.fromEntries(
    Object.entries(env)
      .filter(([name, value]) => name.startsWith('TARGET_') && value?.trim())
      .map(([name, value]) => [name, value?.trim()]),
  );
  const parsed = settings.safeParse(given);
  const problems =
    parsed.error?.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => `${name}: unknown setting${meantBy(name)}`)
        : `${issue.path.join('.')}: ${issue.message}`,
    ) ?? [];
  for (const names of together) {
    const missing = names.filter((name) => given[name] === undefined);
    const present = names.find((name) => given[name] !== undefined);
    if (present === undefined) continue;
    for (const name of missing) problems.push(`${name}: required, because ${present} is set`);
  }
  for (const [one, other] of apart) {
    if (given[one] !== undefined && given[one] === given[other])
      problems.push(`${other}: expected a different value than ${one}`);
  }
  if (!servers.some((name) => given[name] !== undefined)) {
    problems.push(`${servers.join(', ')}: expected the address of at least one server`);
  }
  problems.push(...alsoWrong.filter((mistake) => !problems.includes(mistake)));
  problems.push(...storageMistakes(given), ...wayMistakes(given), ...proxyMistakes(env));
  if (problems.length > 0 || !parsed.success) throw new SettingsError(problems);
  return parsed.data;
}

/** How many letters may be wrong in a name for its setting to be recognised. */
const MOST_WRONG = 3;

/** Which setting an unknown name probably means, to be appended to the complaint; empty if none is near. */
function meantBy(name: string): string {
  const near = settingNames
    .map((one) => ({ one, wrong: distance(name, one) }))
    .toSorted((a, b) => a.wrong - b.wrong)[0];
  return near !== undefined && near.wrong <= MOST_WRONG ? `, is ${near.one} meant?` : '';
}

/** How many letters have to be added, left out or replaced to turn one name into another (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [nth, letter] of Array.from(from).entries()) {
    const next = [nth + 1];
    for (const [at, other] of Array.from(to).entries())
      next.push(
        Math.min((row[at] ?? 0) + Number(letter !== other), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** What is wrong with how the target is to be reached, beyond the form of each setting. */
function wayMistakes(given: Environment): string[] {
  const problems: string[] = [];
  for (const name of [
    'TARGET_CLIENT_CERT',
    'TARGET_CLIENT_KEY',
    'TARGET_CLIENT_PFX',
    'TARGET_BROWSER_PATH',
  ]) {
    const file = given[name];
    if (file !== undefined && !isReadable(file)) problems.push(`${name}: expected a file that can be read`);
  }
  if (given['TARGET_CLIENT_PFX'] !== undefined && given['TARGET_CLIENT_CERT'] !== undefined)
    problems.push('TARGET_CLIENT_PFX: expected either this or TARGET_CLIENT_CERT');
  const needsFile = given['TARGET_CLIENT_PASSPHRASE'] !== undefined;
  if (needsFile && given['TARGET_CLIENT_PFX'] === undefined && given['TARGET_CLIENT_KEY'] === undefined)
    problems.push('TARGET_CLIENT_PASSPHRASE: expected TARGET_CLIENT_KEY or TARGET_CLIENT_PFX beside it');
  for (const [name, url] of [
    ['TARGET_HEADERS', 'TARGET_BASE_URL'],
    ['TARGET_HEADERS', 'TARGET_API_URL'],
    ['TARGET_BASE_HEADERS', 'TARGET_BASE_URL'],
    ['TARGET_API_HEADERS', 'TARGET_API_URL'],
  ] as const) {
    const isAsked = given[url] !== undefined && /"authorization"\s*:/i.test(given[name] ?? '');
    if (isAsked && !problems.some((one) => one.startsWith(`${name}:`)))
      problems.push(`${name}: ${bothInOneHeader}`);
  }
  return problems;
}

const bothInOneHeader =
  'expected no Authorization, which the collaboration and the telephony server need for their own credentials: a request has only one. Give it to the identity server alone, in TARGET_AUTH_HEADERS, and let what stands in front of the others accept another header, or this machine';

function isReadable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

function storageMistakes({ TARGET_STORAGE_STATE: file }: Environment): string[] {
  if (file === undefined) return [];
  try {
    storageState.parse(JSON.parse(readFileSync(file, 'utf8')));
    return [];
  } catch {
    return ['TARGET_STORAGE_STATE: expected a Playwright storage-state file: JSON with cookies and origins'];
  }
}
