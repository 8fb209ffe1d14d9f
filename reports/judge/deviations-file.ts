import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import type { Deviation } from '../../schemas/index.d.ts';
import { catalogue, type Requirement } from '../../tests/support/catalogue.ts';
import { violations } from '../../tests/support/judging/schemas.ts';
import { readJson } from './verdict-file.ts';

export type { Deviation };

/** The fields of an entry; any other field is a mistake. */
const fields = ['requirement', 'reason', 'owner', 'expires', 'seen'];

/** In characters: a long entry for each requirement takes a fifth of this. */
const LARGEST_FILE = 1_000_000;

/** The file of known deviations, with every mistake in it. */
export interface DeviationsFile {
  /** Empty if there is any mistake. */
  readonly entries: readonly Deviation[];
  /** One sentence each, with the entry's position (from 1) and its requirement. */
  readonly mistakes: readonly string[];
}

/**
 * Reads the file that `TARGET_DEVIATIONS` names. An expired entry is not a mistake here: it fails the run that it was
 * meant to excuse.
 */
export function readDeviations(file: string): DeviationsFile {
  let value: unknown;
  let double: string[];
  try {
    value = readJson(file);
    const text = readFileSync(file, 'utf8');
    if (text.length > LARGEST_FILE) throw new Error(`${file} is too large for a list of entries`);
    double = doubleFields(text);
  } catch (error) {
    return { entries: [], mistakes: [(error as Error).message] };
  }
  if (!Array.isArray(value)) return { entries: [], mistakes: [`${file}: expected a list of entries`] };
  const mistakes = [
    ...double,
    ...value.flatMap((entry: unknown, index) =>
      [...mistakesOf(entry), ...doubleOf(value, index)].map(
        (mistake) => `${nameOf(entry, index)}: ${mistake}`,
      ),
    ),
  ];
  return { entries: mistakes.length > 0 ? [] : (value as Deviation[]), mistakes };
}

/** Where an object has a field twice: JSON.parse would silently take the last one. */
function doubleFields(text: string): string[] {
  // JSON is YAML, whose parser reports duplicate keys.
  const { errors } = parseDocument(text, { prettyErrors: true });
  return errors.flatMap(({ code, linePos }) =>
    code === 'DUPLICATE_KEY'
      ? [`line ${linePos?.[0].line ?? '?'}: this field appears twice in one object`]
      : [],
  );
}

/** An entry as people find it: by its position, and its requirement if it names one. */
function nameOf(entry: unknown, index: number): string {
  const id = idOf(entry);
  return `entry ${index + 1}${id === undefined ? '' : ` (${id.slice(0, 20)})`}`;
}

function idOf(entry: unknown): string | undefined {
  const id = (entry as { requirement?: unknown } | null)?.requirement;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function mistakesOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return [`expected an object with ${fields.join(', ')}`];
  const unknown = Object.keys(entry).filter((name) => !fields.includes(name));
  const { seen } = entry as { seen?: unknown };
  return [
    ...unknown.map((name) => `unknown field "${name}"`),
    // Violations by the entry as a whole are unknown fields, which are already listed.
    ...violations('deviations', [entry]).flatMap(({ at, message }) => (at === '/0' ? [] : told(at, message))),
    ...idMistake(idOf(entry)),
    ...(isChoice(idOf(entry)) ? [] : [seen].flat().flatMap(seenMistake)),
  ];
}

/** Whether the requirement is a choice, for which an observed value is listed: that may be any word. */
function isChoice(id: string | undefined): boolean {
  return id !== undefined && (catalogue as Readonly<Record<string, Requirement>>)[id]?.level === 'choice';
}

/**
 * A text that occurs in every reason would excuse any failure. The schema already rejects one without a letter or
 * digit.
 */
function seenMistake(seen: unknown): string[] {
  if (typeof seen !== 'string' || !/[\p{L}\p{N}]/u.test(seen) || saysMore(whatCame(seen))) return [];
  return [`seen must quote what came, such as got 500, got ${JSON.stringify(seen.slice(0, 60))}`];
}

/**
 * The request, what is examined and what is expected of it: these parts of a reason come from the suite, whatever
 * comes back.
 */
const asked =
  /^[^;]*?: (?=expected )|\b[A-Z]+ \/\S*(?: with \S+)?(?:, (?:no Authorization|Authorization "[^"]*"))?|\b(?:expected(?! not )|must)\s[^]*?(?=, got |$)/g;

/**
 * A reason, or a part of one, with blanks for everything that does not state what came back: each character keeps its
 * place.
 */
export function whatCame(reason: string): string {
  return reason.replace(asked, (part) => ' '.repeat(part.length));
}

/** The words from which the suite itself composes its reasons. */
const ownWords = new Set(
  'an and answered be expected fits got is missing more must no not or reading stated status the there yielded'.split(
    ' ',
  ),
);

/** Whether a text says more than the suite's own words. */
export function saysMore(text: string): boolean {
  // A field may have the same name as one of these words.
  if (/[\p{L}\p{N}_] is missing\b/u.test(text)) return true;
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word !== '' && !ownWords.has(word));
}

function told(at: string, message: string): string {
  if (at === '/0/expires' && message.includes('format'))
    return message
      .slice('/0/'.length)
      .replace('must match format "date"', 'must be a date such as 2026-12-31');
  return message.slice('/0/'.length);
}

/** What is wrong with an id of the right form: the schema checks the form itself. */
function idMistake(id: string | undefined): string[] {
  if (id === undefined || !/^(IDN|COL|TEL)-\d{3}$/.test(id)) return [];
  if (!Object.hasOwn(catalogue, id)) return [`there is no requirement ${id}`];
  const { level, untestable } = (catalogue as Readonly<Record<string, Requirement>>)[id] as Requirement;
  if (level === 'open') return [`${id} is an open point, which never fails`];
  if (untestable !== undefined) return [`${id} cannot be checked from outside, so it never fails`];
  return [];
}

function doubleOf(entries: readonly unknown[], index: number): string[] {
  const id = idOf(entries[index]);
  if (id === undefined) return [];
  const first = entries.findIndex((entry) => idOf(entry) === id);
  return first < index ? [`${id} is already listed as entry ${first + 1}`] : [];
}
