import type { Check, Finding } from '../model.ts';

/**
 * What one check found: the facts that it recorded. A check without a record, and a covered requirement that its record
 * passes over, can only be blocked or not exercised, so nothing passes or fails that no check has said.
 *
 * @returns at least one finding for each covered requirement that the check has to judge
 */
export function findingsOf({ covers, further = [], record, unrecorded }: Check): Finding[] {
  const own = covers.filter((id) => !further.includes(id));
  if (record === undefined) {
    const { is, reason } = unrecorded ?? { is: 'blocked', reason: 'the check recorded nothing' };
    return (is === 'blocked' ? covers : own).map((id) => ({ id, is, reason }));
  }
  const spoken = new Set<string>(record.facts.map(({ id }) => id));
  const silent = own.filter((id) => !spoken.has(id));
  return [
    ...record.facts,
    ...silent.map((id): Finding => ({ id, is: 'blocked', reason: 'the check ended without judging it' })),
  ];
}
