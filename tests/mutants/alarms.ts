import type { RequirementId } from '../support/catalogue.ts';
import type { Harmless } from './mutant.ts';
import type { Told, Trial } from './told.ts';

/** What the suite reported about a harmless variant. */
export interface Spared {
  readonly name: string;
  readonly says: string;
  /** What was wrongly reported against it. */
  readonly alarms: readonly Told[];
  /** How many requirements could not be judged on it. */
  readonly blocked: number;
}

/** What passed on a server that gives one answer to everything. */
export interface Exposed {
  readonly name: string;
  readonly says: string;
  /** Passes that its one answer cannot justify: checks that verify nothing. */
  readonly vacuous: readonly RequirementId[];
  /** Passes that its answer justifies. */
  readonly shown: readonly RequirementId[];
  /** Requirements that are listed as shown by it but did not pass. */
  readonly unshown: readonly RequirementId[];
}

/** What was wrongly reported against a harmless variant. */
export function sparedOf(
  name: string,
  { says, warns = [] }: Harmless,
  { told }: Pick<Trial, 'told'>,
): Spared {
  return {
    name,
    says,
    alarms: told.filter(
      ({ id, verdict }) => verdict === 'fail' || (verdict === 'warn' && !warns.includes(id)),
    ),
    blocked: told.filter(({ verdict }) => verdict === 'blocked').length,
  };
}

/** The names of the variants that are said to block the suite, and do not. */
export function unblockedOf(
  variants: readonly (readonly [string, Harmless])[],
  spared: readonly Spared[],
): string[] {
  const blocking = new Set(variants.filter(([, { blocks }]) => blocks).map(([name]) => name));
  return spared.filter(({ name, blocked }) => blocking.has(name) && blocked === 0).map(({ name }) => name);
}

/**
 * What passed on a server with a constant answer.
 *
 * @param passes the requirements that its answer really shows, each with a reason
 */
export function exposedOf(
  name: string,
  says: string,
  passes: Readonly<Partial<Record<RequirementId, string>>>,
  { told }: Trial,
): Exposed {
  const passed = told.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  const expected = Object.keys(passes) as RequirementId[];
  return {
    name,
    says,
    vacuous: passed.filter((id) => !expected.includes(id)),
    shown: passed.filter((id) => expected.includes(id)),
    unshown: expected.filter((id) => !passed.includes(id)),
  };
}
