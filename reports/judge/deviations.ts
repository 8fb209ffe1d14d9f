import type { Deviation, Entry, ListedDeviation } from '../model.ts';
import { line } from '../text.ts';
import { saysMore, whatCame } from './deviations-file.ts';
import { NO_READING } from './verdicts.ts';

/** Which part of the checks a run covers. */
export type Part = 'shard' | 'selection';

const toldBy = {
  shard: 'in this shard; only the merge shows whether it holds in all of them',
  selection: 'in the selected checks; only a run of every check shows whether it holds in all of them',
} as const satisfies Record<Part, string>;

/** What an entry is compared with. */
export type Judged = Pick<Entry, 'id' | 'level' | 'verdict' | 'reason' | 'reasons' | 'blocked' | 'observed'>;

/**
 * What became of each known deviation in a run, in the order of the list.
 *
 * An entry excuses only a `fail` or `warn` that matches it. A blocked row stays blocked, and a fail with a blocked
 * check beside it stays a fail, since it is unknown what that check would have shown. An entry fails the run if it
 * has expired, if its row holds again, or if the row differs in another way.
 * @param rows the rows of the run; a requirement without a row was not judged
 * @param today the day of the run, as `2026-12-31`
 * @param partOf whether only a part of the checks of a row ran, and why: if so, it may hold only in that part
 */
export function judgeDeviations(
  rows: readonly Judged[],
  entries: readonly Deviation[],
  today: string,
  partOf: (id: string) => Part | undefined = () => undefined,
): ListedDeviation[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return entries.map((entry) => ({
    entry,
    ...judgeEntry(entry, byId.get(entry.requirement), today, partOf(entry.requirement)),
  }));
}

/** The requirements whose deviation is known, with their entries: what their rows carry. */
export function knownOf(listed: readonly ListedDeviation[]): Map<string, Deviation> {
  return new Map(
    listed.flatMap(({ entry, state }) => (state === 'known' ? [[entry.requirement, entry] as const] : [])),
  );
}

/** An entry in a few words: why, who, until when. */
export function inShort({ reason, owner, expires }: Deviation): string {
  return `${line(reason)} (${line(owner)}, until ${expires})`;
}

type State = Omit<ListedDeviation, 'entry'>;

function judgeEntry(entry: Deviation, row: Judged | undefined, today: string, part: Part | undefined): State {
  const { requirement: id, expires } = entry;
  // ISO 8601 dates sort chronologically.
  if (expires < today)
    return {
      state: 'expired',
      says: `the entry for ${id} expired on ${expires}: fix the deployment, or set a new date`,
    };
  if (row === undefined) return { state: 'unused', says: `${id} was not judged` };
  switch (row.verdict) {
    case 'blocked':
      return { state: 'unused', says: `${id} is blocked, which no entry excuses` };
    case 'not-exercised':
      return { state: 'unused', says: `${id} was not judged: ${line(row.reason)}` };
    case 'pass':
    case 'observed':
      if (part !== undefined) return { state: 'unused', says: `${id} holds ${toldBy[part]}` };
      return { state: 'stale', says: `${id} holds (${row.verdict}): remove its entry` };
    case 'fail':
    case 'warn':
      return judgeDifference(entry, row);
  }
}

/** In characters: shorter texts, other than numbers, appear in any reason. */
const LEAST_TELLING = 3;

/**
 * Whether the reason of a row contains a text that was seen: as whole words, and with more than what was asked, what
 * was expected, and the suite's own words.
 */
function tells(reason: string, text: string): boolean {
  const seen = line(text);
  const alone = /^\d+$/.test(seen) ? aloneAsNumber : aloneAsText;
  if (seen.length < LEAST_TELLING && alone === aloneAsText) return false;
  const came = whatCame(reason);
  for (let at = reason.indexOf(seen); at >= 0; at = reason.indexOf(seen, at + 1)) {
    const end = at + seen.length;
    if (alone(reason.slice(0, at), reason.slice(end)) && saysMore(came.slice(at, end))) return true;
  }
  return false;
}

/** A part of a word, a name or a number does not match. */
function aloneAsText(before: string, after: string): boolean {
  return !/(?:[\p{L}\p{N}_]|\p{N}[.,])$/u.test(before) && !/^(?:[\p{L}\p{N}_]|[.,]\p{N})/u.test(after);
}

/** A number could be part of a path, a date and much else. */
function aloneAsNumber(before: string, after: string): boolean {
  return /(?:^|[\s"'()[\]:;])$/.test(before) && /^[.,]*(?:$|[\s"'()[\]:;])/.test(after);
}

function judgeDifference({ requirement: id, seen }: Deviation, row: Judged): State {
  const texts = typeof seen === 'string' ? [seen] : seen;
  // At a choice the observed value is the finding; elsewhere it is only extra information.
  const asObserved = row.level === 'choice' && row.observed !== null && texts.includes(row.observed);
  const isListed = (reason: string): boolean =>
    (asObserved && reason.startsWith(NO_READING)) || texts.some((text) => tells(reason, text));
  const other = (row.reasons ?? [row.reason]).find((reason) => !isListed(reason));
  if (other === undefined) {
    const [blocked] = row.blocked ?? [];
    if (blocked === undefined) return { state: 'known', says: `${id} differs as listed (${row.verdict})` };
    return {
      state: 'unused',
      says: `${id} fails as listed, but one of its checks is blocked, which no entry excuses: ${line(blocked)}`,
    };
  }
  const listed = texts.map((text) => `"${line(text)}"`).join(' or ');
  return {
    state: 'differs',
    says: `${id} differs in another way than listed: the entry expects ${listed}, but the run reports ${row.verdict}: ${line(other)}`,
  };
}
