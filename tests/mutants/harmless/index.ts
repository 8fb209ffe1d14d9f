import { readdirSync } from 'node:fs';
import { identityShoulds, telephonyShoulds } from '../bank/shoulds.ts';
import { type Bank, type Harmless, type Variants, variantOf } from '../mutant.ts';

/** A set of variants for each subject: those of the files beside this one, and what breaks a should alone. */
const subjects = [...(await bySubject()), ...[identityShoulds, telephonyShoulds].map(harmlessToMusts)];

/** All harmless variants by their names, which are unique. */
export const harmless: Readonly<Record<string, Harmless>> = joined(subjects);

/** Enough of them for every day: the first of each subject on which the suite is not blocked. */
export function sampledVariants(): [string, Harmless][] {
  return subjects.flatMap((subject) =>
    Object.entries(subject)
      .filter(([, { blocks }]) => !blocks)
      .slice(0, 1)
      .map(([name, entry]): [string, Harmless] => [name, variantOf(entry)]),
  );
}

async function bySubject(): Promise<Variants[]> {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith('.ts') && file !== 'index.ts',
  );
  const modules = await Promise.all(
    files.map((file) => import(`./${file}`) as Promise<Record<string, Variants>>),
  );
  return modules.flatMap((module) => Object.values(module));
}

/** Mutants that break shoulds, as variants about which no must may be reported. */
function harmlessToMusts(bank: Bank): Variants {
  const entries = Object.entries(bank);
  return Object.fromEntries(
    entries.map(([name, { breaks, survives: _, ...entry }]) => [`${name}/musts`, { ...entry, warns: breaks }]),
  );
}

function joined(groups: readonly Variants[]): Record<string, Harmless> {
  const all: Record<string, Harmless> = {};
  for (const [name, entry] of groups.flatMap((group) => Object.entries(group))) {
    if (Object.hasOwn(all, name)) throw new Error(`Two harmless variants are called ${name}`);
    all[name] = variantOf(entry);
  }
  return all;
}
