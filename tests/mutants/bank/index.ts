import { readdirSync } from 'node:fs';
import type { Bank, Mutant } from '../mutant.ts';
import { shapeMutants } from '../shapes.ts';

/**
 * All mutants by their names, which are unique: those of every file beside this one, made by hand to
 * break behaviour, and those derived from the schemas, which break the shape of bodies.
 */
export const mutants: ReadonlyMap<string, Mutant> = joined(...(await byHand()), shapeMutants);

/**
 * Enough of them for every day: all that break behaviour, and for each requirement one that breaks the
 * shape of a body, in ways that change from one to the next.
 */
export function sampled(): [string, Mutant][] {
  const shapes = Object.keys(shapeMutants);
  const byRequirement = new Map<string, string[]>();
  for (const name of shapes) {
    const [id = ''] = shapeMutants[name]?.breaks ?? [];
    byRequirement.set(id, [...(byRequirement.get(id) ?? []), name]);
  }
  const left = new Set(shapes);
  for (const [nth, names] of [...byRequirement.values()].entries())
    left.delete(names[nth % names.length] ?? '');
  return [...mutants].filter(([name]) => !left.has(name));
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
  for (const [name, mutant] of banks.flatMap((bank) => Object.entries(bank))) {
    if (all.has(name)) throw new Error(`Two mutants are called ${name}`);
    all.set(name, mutant);
  }
  return all;
}
