import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { REQUIREMENT } from '../../tests/support/judging/check-record.ts';

/**
 * All checks of a configuration, regardless of what was selected, as Playwright lists them.
 *
 * @throws if a file of checks does not load
 */
export function listing(configFile: string): JSONReportSuite[] {
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const args = [cli, 'test', '--list', '--reporter=json', '--config', configFile];
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: path.dirname(configFile),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    // The listing must not be written to the output that the user chose for the run.
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: '',
      PLAYWRIGHT_JSON_OUTPUT_NAME: '',
      FORCE_COLOR: '0',
    },
  });
  let report: JSONReport;
  try {
    report = JSON.parse(stdout) as JSONReport;
  } catch {
    throw new Error(`Playwright cannot list the checks: ${stdout.slice(0, 500)}`);
  }
  if (report.errors.length > 0)
    throw new Error(`Playwright cannot list the checks: ${report.errors[0]?.message}`);
  return report.suites;
}

/** The checks of listed suites, and of those within them. */
export function specsIn(suites: readonly JSONReportSuite[]): JSONReportSpec[] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [...specs, ...specsIn(inner)]);
}

/** The ids that a listed check names by an annotation of this type. */
export function annotated({ tests }: JSONReportSpec, wanted: string): string[] {
  return (tests[0]?.annotations ?? []).flatMap(({ type, description }) =>
    type === wanted && description ? [description] : [],
  );
}

/** Whether a listed check has a tag, with its @; the list leaves that out. */
export function isTagged({ tags }: Pick<JSONReportSpec, 'tags'>, tag: string): boolean {
  return tags.some((one) => `@${one.replace(/^@/, '')}` === tag);
}

/**
 * The requirements of the checks that a run did not select.
 *
 * @param selected the selected checks, by Playwright's ids
 * @throws as `listing` does
 */
export function leftOut(configFile: string, selected: ReadonlySet<string>): Set<string> {
  const others = specsIn(listing(configFile)).filter(({ id }) => !selected.has(id));
  return new Set(others.flatMap((spec) => annotated(spec, REQUIREMENT)));
}
