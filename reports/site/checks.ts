import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JSONReportSuite } from '@playwright/test/reporter';
import { DEEP, FURTHER, REQUIREMENT } from '../../tests/support/judging/check-record.ts';
import { root } from '../judge/collect.ts';
import { annotated, isTagged, listing } from '../judge/listing.ts';

/** One check of the suite, as written in its file. */
export interface ListedCheck {
  /** File › title, as the verdict file names it. */
  readonly name: string;
  readonly title: string;
  /** The file, relative to the repository. */
  readonly file: string;
  readonly line: number;
  readonly covers: readonly string[];
  /** Those of the covered requirements that it only judges in a further place. */
  readonly further: readonly string[];
  /** Whether it looks for near misses. */
  readonly isDeep: boolean;
  /** Its source code. */
  readonly source: string;
}

/**
 * All checks of the suite, in Playwright's order.
 * @throws when a check file does not load
 */
export function checksWithSource(): ListedCheck[] {
  return listing(path.join(root, 'playwright.config.ts')).flatMap((suite) => checksIn(suite, []));
}

function checksIn(
  { specs, suites = [], title, file }: JSONReportSuite,
  above: readonly string[],
): ListedCheck[] {
  // The outermost suite is the file itself.
  const titles = title === file ? above : [...above, title];
  const own = specs.map((spec): ListedCheck => {
    const place = `tests/${spec.file}`;
    return {
      name: [place, ...titles, spec.title].join(' › '),
      title: [...titles, spec.title].join(' › '),
      file: place,
      line: spec.line,
      covers: annotated(spec, REQUIREMENT),
      further: annotated(spec, FURTHER),
      isDeep: isTagged(spec, DEEP),
      source: sourceAt(place, spec.line),
    };
  });
  return [...own, ...suites.flatMap((suite) => checksIn(suite, titles))];
}

/** The outermost statement around a line: the whole loop, if the checks are made in a loop. */
function sourceAt(file: string, line: number): string {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  const outermost = (text = '') => /^\S/.test(text);
  let first = line - 1;
  while (first > 0 && (!outermost(lines[first]) || /^[\])}]/.test(lines[first] ?? ''))) first -= 1;
  let last = first;
  while (last < lines.length - 1 && !(last >= line - 1 && /^[\])}].*;?$/.test(lines[last] ?? ''))) last += 1;
  return lines.slice(first, last + 1).join('\n');
}
