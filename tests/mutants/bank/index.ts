import { readdirSync } from 'node:fs';
import type { RequirementId } from '../../support/catalogue.ts';
import { type Bank, type Mutant, mutantOf } from '../mutant.ts';
import { shapeMutants } from '../shapes.ts';

/**
 * All mutants by their names, which are unique: those of every file beside this one, made by hand to
 * break behaviour, and those derived from the schemas, which break the shape of bodies.
 */
export const mutants: ReadonlyMap<string, Mutant> = joined(...(await byHand()), shapeMutants);

/**
 * Enough of them for every day: for each requirement one that breaks behaviour, or else one that breaks the shape of a
 * body, in ways that change from one requirement to the next. The whole bank is judged every night.
 */
export function sampled(): [string, Mutant][] {
  const behaviour = [...mutants].filter(
    ([name, { survives }]) => !survives && !Object.hasOwn(shapeMutants, name),
  );
  const broken = new Set(behaviour.flatMap(([, { breaks }]) => breaks));
  const kept = new Set([...onePerRequirement(behaviour), ...oneShapePerRequirement(broken)]);
  return [...mutants].filter(([name]) => kept.has(name));
}

/** The names of the first mutants of each requirement that none before them breaks. */
function onePerRequirement(some: readonly (readonly [string, Mutant])[]): string[] {
  const broken = new Set<RequirementId>();
  return some.flatMap(([name, { breaks }]) => {
    if (breaks.every((id) => broken.has(id))) return [];
    for (const id of breaks) broken.add(id);
    return [name];
  });
}

/** For each requirement but these, one that breaks the shape of its part. */
function oneShapePerRequirement(others: ReadonlySet<RequirementId>): string[] {
  const byRequirement = new Map<string, string[]>();
  for (const name of Object.keys(shapeMutants)) {
    const [id] = mutants.get(name)?.breaks ?? [];
    if (id === undefined || others.has(id)) continue;
    byRequirement.set(id, [...(byRequirement.get(id) ?? []), name]);
  }
  return [...byRequirement.values()].flatMap((names, nth) => names[nth % names.length] ?? []);
}

async function byHand(): Promise<Bank[]> {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith('.ts') && file !== 'index.ts',
  );
  const modules = await Promise.all(
    files.map((file) => import(`./${file}`) as Promise<Record<string, Bank>>),
  );
  return modules.flatMap((module) => Object.values(module));
}

function joined(...banks: readonly Bank[]): Map<string, Mutant> {
  const all = new Map<string, Mutant>();
  for (const [name, entry] of banks.flatMap((bank) => Object.entries(bank))) {
    if (all.has(name)) throw new Error(`Two mutants are called ${name}`);
    all.set(name, mutantOf(entry));
  }
  return all;
}
