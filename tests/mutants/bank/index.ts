import type { Bank, Mutant } from '../mutant.ts';
import { shapeMutants } from '../shapes.ts';

/** Mutants by what they break: made by hand where it is behaviour, derived where it is the shape of a body. */
const banks: Readonly<Record<string, Bank>> = { shapes: shapeMutants };

/** All mutants by their names, which are unique over all banks. */
export const mutants: ReadonlyMap<string, Mutant> = joined();

function joined(): Map<string, Mutant> {
  const all = new Map<string, Mutant>();
  for (const [name, mutant] of Object.values(banks).flatMap((bank) => Object.entries(bank))) {
    if (all.has(name)) throw new Error(`Two mutants are called ${name}`);
    all.set(name, mutant);
  }
  return all;
}
