import type { Deviation } from '../../reports/model.ts';
import { catalogue, type RequirementId, requirementIds } from '../support/catalogue.ts';

/** An entry of the file of known deviations that has no mistake. */
export function entry(more: Partial<Deviation> = {}): Deviation {
  return {
    requirement: 'TEL-001',
    reason: 'the old recorder is still there',
    owner: 'telephony team',
    expires: '2026-12-31',
    seen: 'got 500',
    ...more,
  };
}

/** The requirements of a level that a check may judge, in the order of the catalogue. */
export function checkable(level: string): RequirementId[] {
  return requirementIds.filter(
    (id) => catalogue[id].level === level && !catalogue[id].untestable && !catalogue[id].unwritten,
  );
}
