import { type Rules, ruleGroups } from '../reference/rules/index.ts';

/** The groups of rules that the telephony server alone has. */
const telephony = ['account', 'recording', 'call', 'callbacks', 'numbers', 'listing'] as const;

/**
 * Which checks a replaced rule can reach. The telephony server shares no rule with the other two, but for
 * those of how answers are sent, and no check of it sends anything to them.
 *
 * @returns whether the checks of a folder (`identity`, `collaboration`, `telephony`) may notice
 */
export function reachOf(replaced: Partial<Rules>): (folder: string) => boolean {
  const names = Object.keys(replaced);
  const ofTelephony = names.filter((name) => telephony.some((group) => name in ruleGroups[group]));
  const ofAll = names.filter((name) => name in ruleGroups.answers);
  return (folder) =>
    ofAll.length > 0 || (folder === 'telephony' ? ofTelephony.length > 0 : ofTelephony.length < names.length);
}
