import { fileURLToPath } from 'node:url';
import { annotated, isTagged, listing, specsIn } from '../../reports/judge/listing.ts';
import { isLast } from '../launch/order.ts';
import { catalogue, type Need, type RequirementId } from '../support/catalogue.ts';
import { DEEP, REQUIREMENT } from '../support/judging/check-record.ts';

const config = fileURLToPath(new URL('../../playwright.config.ts', import.meta.url));

/** A check as Playwright lists it. */
export interface Listed {
  readonly file: string;
  readonly title: string;
  readonly covers: readonly RequirementId[];
  /** Whether it looks for near misses. */
  readonly isDeep: boolean;
}

/**
 * All checks of the suite. They are identified by their titles.
 *
 * @throws if they cannot be listed, or two have the same title
 */
export function listChecks(): Listed[] {
  const checks = specsIn(listing(config)).map((spec) => ({
    file: spec.file,
    title: spec.title,
    covers: annotated(spec, REQUIREMENT) as RequirementId[],
    isDeep: isTagged(spec, DEEP),
  }));
  const titles = checks.map(({ title }) => title);
  const twice = titles.find((title, index) => titles.indexOf(title) < index);
  if (twice !== undefined) throw new Error(`Two checks are called "${twice}"`);
  return checks;
}

/**
 * Sorts checks so that what a mutant breaks is likely to be reported soon: core checks before those that look for near
 * misses. Of either, what logs in or waits for callbacks comes late, and of the others that which covers most of what is broken, and little else, comes first. Those that record on
 * calls keep their order within a file, since one leaves the others what recordings a call holds.
 */
export function plainestFirst(checks: readonly Listed[], breaks: readonly RequirementId[]): Listed[] {
  const sought = ({ covers }: Listed) => covers.filter((id) => breaks.includes(id)).length;
  const sorted = checks.toSorted(
    (a, b) =>
      Number(isLast(a.file)) - Number(isLast(b.file)) ||
      Number(a.isDeep) - Number(b.isDeep) ||
      Number(isSlow(a)) - Number(isSlow(b)) ||
      sought(b) - sought(a) ||
      a.covers.length - b.covers.length,
  );
  const isRecording = (check: Listed) => needsOf(check).includes('call');
  const left = checks.filter(isRecording);
  const nextOf = (file: string) =>
    left.splice(
      left.findIndex((one) => one.file === file),
      1,
    );
  return sorted.flatMap((check) => (isRecording(check) ? nextOf(check.file) : check));
}

function isSlow(check: Listed): boolean {
  return needsOf(check).some((need) => need === 'login' || need === 'callback');
}

function needsOf({ covers }: Listed): Need[] {
  return covers.flatMap((id) => catalogue[id].needs ?? []);
}
