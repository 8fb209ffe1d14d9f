import { fileURLToPath } from 'node:url';
import { annotated, listing, specsIn } from '../../reports/judge/listing.ts';
import type { RequirementId } from '../support/catalogue.ts';
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
