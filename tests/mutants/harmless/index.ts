import { readdirSync } from 'node:fs';
import { identityShoulds, telephonyShoulds } from '../bank/shoulds.ts';
import { type Bank, type Harmless, mutantOf, type Variants, variantOf } from '../mutant.ts';

type Named = readonly [name: string, variant: Harmless];

/** A set of variants for each subject: those of the files beside this one, and what breaks a should alone. */
const subjects: readonly (readonly Named[])[] = [
  ...(await bySubject()),
  ...[identityShoulds, telephonyShoulds].map(harmlessToMusts),
];

/** All harmless variants by their names, which are unique. */
export const harmless: Readonly<Record<string, Harmless>> = joined(subjects.flat());

/** Enough of them for every day: the first of each subject on which the suite is not blocked. */
export function sampledVariants(): Named[] {
  return subjects.flatMap((subject) => subject.filter(([, { blocks }]) => !blocks).slice(0, 1));
}

async function bySubject(): Promise<Named[][]> {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith('.ts') && file !== 'index.ts',
  );
  const modules = await Promise.all(
    files.map((file) => import(`./${file}`) as Promise<Record<string, Variants>>),
  );
  const sets = modules.flatMap((module) => Object.values(module));
  return sets.map((set) => Object.entries(set).map(([name, entry]) => [name, variantOf(entry)]));
}

/** Mutants that break shoulds, as variants about which no must may be reported. */
function harmlessToMusts(bank: Bank): Named[] {
  return Object.entries(bank).map(([name, entry]) => {
    const { breaks, ...mutant } = mutantOf(entry);
    return [`musts/${name}`, { ...mutant, warns: breaks }];
  });
}

function joined(variants: readonly Named[]): Record<string, Harmless> {
  const all: Record<string, Harmless> = {};
  for (const [name, variant] of variants) {
    if (Object.hasOwn(all, name)) throw new Error(`Two harmless variants are called ${name}`);
    all[name] = variant;
  }
  return all;
}
