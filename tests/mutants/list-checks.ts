import { fileURLToPath } from 'node:url';
import { annotated, listing, specsIn } from '../../reports/judge/listing.ts';
import { lastChecks } from '../order.ts';
import { catalogue, type RequirementId } from '../support/catalogue.ts';
import { REQUIREMENT } from '../support/check-record.ts';

const config = fileURLToPath(new URL('../../playwright.config.ts', import.meta.url));

/** A check as Playwright lists it. */
export interface Listed {
  readonly file: string;
  readonly title: string;
  readonly covers: readonly RequirementId[];
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
  }));
  const titles = checks.map(({ title }) => title);
  const twice = titles.find((title, index) => titles.indexOf(title) < index);
  if (twice !== undefined) throw new Error(`Two checks are called "${twice}"`);
  return checks;
}

/**
 * Sorts checks so that what a mutant breaks is likely to be reported soon: what logs in or waits for callbacks comes
 * late, and of the others that which covers most of what is broken, and little else, comes first.
 */
export function plainestFirst(checks: readonly Listed[], breaks: readonly RequirementId[]): Listed[] {
  const isLast = ({ file }: Listed) => Number(file.endsWith(lastChecks));
  const sought = ({ covers }: Listed) => covers.filter((id) => breaks.includes(id)).length;
  return checks.toSorted(
    (a, b) =>
      isLast(a) - isLast(b) ||
      Number(isSlow(a)) - Number(isSlow(b)) ||
      sought(b) - sought(a) ||
      a.covers.length - b.covers.length,
  );
}

function isSlow({ covers }: Listed): boolean {
  const needs = covers.flatMap((id) => catalogue[id].needs ?? []);
  return needs.some((need) => need === 'login' || need === 'callback');
}
