import { catalogue, type RequirementId, requirementIds } from '../../support/catalogue.ts';

/** The requirements of a level that a check may judge, in the order of the catalogue. */
export function checkable(level: string): RequirementId[] {
  return requirementIds.filter(
    (id) => catalogue[id].level === level && !catalogue[id].untestable && !catalogue[id].unwritten,
  );
}
