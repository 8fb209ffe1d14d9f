import { type Paint, wrap } from '../../reports/paint.ts';
import { catalogue } from '../support/catalogue.ts';
import { isBroken, type Outcome } from './fate.ts';
import type { Matrix } from './matrix.ts';
import type { Trial } from './reporter.ts';

/** What the suite said of one mutant: the requirements that it breaks, and whatever else it told. */
export function evidenceOf(
  { name, says, fate, breaks }: Outcome,
  trial: Trial | undefined,
  paint: Paint,
): string[] {
  const told =
    trial?.told.filter(({ verdict }) => !['pass', 'observed', 'not-exercised'].includes(verdict)) ?? [];
  const others = told.filter(({ id }) => !breaks.some((one) => one.id === id));
  const line = (one: Outcome['breaks'][number]) =>
    `  ${isBroken(one) ? paint.green(one.verdict) : paint.red(one.verdict)} ${one.id} ${catalogue[one.id].title}: ${wrap(one.reason, 4)}`;
  return [
    `${paint.bold(name)} ${fate}: ${says}`,
    ...breaks.map(line),
    ...others.map(
      ({ id, verdict, reason }) => `  also ${verdict} ${id} ${catalogue[id].title}: ${wrap(reason, 4)}`,
    ),
    '',
  ];
}

/** The kill matrix in short: what has to be mended first, then the counts. */
export function summaryOf(matrix: Matrix, paint: Paint): string[] {
  const { mutants, counts, unexplained, unproven, durationMs } = matrix;
  const of = (name: string) => mutants.find((one) => one.name === name) as Outcome;
  const strays = mutants.filter((one) => one.fate === 'killed' && one.strays.length > 0);
  const seconds = durationMs / 1000;
  return [
    ...unexplained.flatMap((name) => {
      const { fate, says, breaks, strays, survives } = of(name);
      const said = breaks
        .map(({ id, verdict, reason }) => `${id} ${verdict}${reason && `: ${reason}`}`)
        .join('; ');
      return [
        paint.red(`${fate} ${name}: ${says}`),
        wrap(`  ${said}${strays.length > 0 ? `; told broken instead: ${strays.join(', ')}` : ''}`, 4),
        ...(survives ? [`  It says that it survives, since ${survives}`] : []),
      ];
    }),
    ...(unproven.length > 0 ? [paint.red(`no mutant proves ${unproven.join(', ')}`)] : []),
    ...(strays.length > 0 ? ['Killed, with others told broken as well:'] : []),
    ...strays.map(
      (one) => `  ${one.name} (${one.breaks.map(({ id }) => id).join(', ')}): ${one.strays.join(', ')}`,
    ),
    `${mutants.length} mutants: ${counts.killed} killed, ${counts.survived} survived, ${counts.elsewhere} killed elsewhere, ${counts.blocked} blocked`,
    `${(100 * matrix.localised).toFixed(1)} % of the killed break nothing else ${matrix.whole ? 'in the whole suite' : 'in the check files that cover them'}`,
    `${seconds.toFixed(0)} s, ${(mutants.length / seconds).toFixed(1)} mutants a second`,
  ];
}
