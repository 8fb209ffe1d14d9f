import { catalogue, type RequirementId, requirementIds, serverOf } from '../../tests/support/catalogue.ts';
import { type Capability, capabilities } from './capabilities.ts';
import type { ListedCheck } from './checks.ts';
import type { Place } from './model.ts';

/**
 * The page of each requirement: the page of the file that checks it. Of several files, one of the requirement's own
 * server and without near misses is preferred, then the one whose check names it earliest; checks that only judge it in a further place do not
 * count. A requirement without a check goes with the nearest preceding requirement that has one and is about the same
 * operation.
 *
 * @throws when a file of checks has no page
 */
export function homesOf(checks: readonly ListedCheck[]): ReadonlyMap<RequirementId, Capability> {
  const byPath = new Map(capabilities.map((capability) => [capability.path, capability]));
  const homes = new Map<RequirementId, Capability>();
  const places = new Map<string, number>();
  for (const { file, covers, further, isDeep } of checks) {
    const name = pageOf(file);
    const capability = byPath.get(name);
    if (!capability)
      throw new Error(
        `${file} has no page: write reports/site/pages/${name}.md and name it in capabilities.ts`,
      );
    for (const [nth, id] of covers.filter((one) => !further.includes(one)).entries()) {
      const isAtHome = name.startsWith(`${serverOf(id as RequirementId)}/`);
      const place = nth + requirementIds.length * (Number(!isAtHome) + Number(isDeep));
      if (place >= (places.get(id) ?? Number.POSITIVE_INFINITY)) continue;
      places.set(id, place);
      homes.set(id as RequirementId, capability);
    }
  }
  for (const [index, id] of requirementIds.entries()) {
    if (homes.has(id)) continue;
    const near = requirementIds
      .slice(0, index)
      .toReversed()
      .find((other) => homes.has(other) && catalogue[other].operation === catalogue[id].operation);
    const first = requirementIds.find((other) => homes.has(other) && serverOf(other) === serverOf(id));
    const home = homes.get(near ?? first ?? id);
    if (home) homes.set(id, home);
  }
  return homes;
}

/** Where each check is shown: on its file's page. */
export function placesOf(checks: readonly ListedCheck[]): ReadonlyMap<string, Place> {
  const counted = new Map<string, number>();
  return new Map(
    checks.map(({ name, file }) => {
      const page = pageOf(file);
      const number = (counted.get(page) ?? 0) + 1;
      counted.set(page, number);
      return [name, { path: page, anchor: `check-${number}` }];
    }),
  );
}

/** The page of `tests/identity/refresh.spec.ts` and of `tests/identity/deep/refresh.spec.ts`: `identity/refresh`. */
function pageOf(file: string): string {
  return file
    .replace(/^tests\//, '')
    .replace('/deep/', '/')
    .replace(/\.spec\.ts$/, '');
}
