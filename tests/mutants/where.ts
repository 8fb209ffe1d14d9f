import { type Now, now } from '../reference/now.ts';
import { defaultRules, type Rules } from '../reference/rules/index.ts';

/** Whether something holds for the request that is being answered. */
export type When = (now: Now) => boolean;

/** The rules that differ while something holds; otherwise they are those of the reference. */
export function where(holds: When, rules: Partial<Rules>): Partial<Rules> {
  const usual: Readonly<Record<string, unknown>> = defaultRules;
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      (...given: unknown[]) => {
        const current = holds(now()) ? rule : usual[name];
        return (current as (...given: unknown[]) => unknown)(...given);
      },
    ]),
  );
}
