import { type Paint, wrap } from '../../reports/write/paint.ts';
import { catalogue } from '../support/catalogue.ts';
import { isBroken, type Outcome } from './fate.ts';
import type { Matrix } from './matrix.ts';
import type { Trial } from './told.ts';

/** What the suite reported for one mutant: the requirements that it breaks, and any others. */
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

/** What the suite reported for a deployment that breaks nothing, or shows nothing. */
export function toldOf(name: string, says: string, { told }: Trial, paint: Paint): string[] {
  const shown = told.filter(({ verdict }) => verdict !== 'not-exercised' && verdict !== 'observed');
  return [
    `${paint.bold(name)} ${says}`,
    ...shown
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ id, verdict, reason }) => `  ${verdict} ${id} ${catalogue[id].title}: ${wrap(reason, 4)}`),
    `  ${shown.filter(({ verdict }) => verdict === 'pass').length} pass`,
    '',
  ];
}

/** The kill matrix in short: what has to be fixed, then the counts. */
export function summaryOf(matrix: Matrix, paint: Paint): string[] {
  const { mutants, variants, unblocked, constants, unexplained, unproven, lost, durationMs } = matrix;
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
        wrap(`  ${said}${strays.length > 0 ? `; reported as broken instead: ${strays.join(', ')}` : ''}`, 4),
        ...(survives ? [`  It is declared to survive, because ${survives}`] : []),
      ];
    }),
    ...(unproven.length > 0 ? [paint.red(`no mutant proves ${unproven.join(', ')}`)] : []),
    ...(strays.length > 0 ? ['Killed, with other requirements reported as broken as well:'] : []),
    ...strays.map(
      (one) => `  ${one.name} (${one.breaks.map(({ id }) => id).join(', ')}): ${one.strays.join(', ')}`,
    ),
    ...variants.flatMap(({ name, says, alarms }) =>
      alarms.length === 0
        ? []
        : [
            paint.red(`false alarm at ${name}: ${says}`),
            ...alarms.map(({ id, verdict, reason }) => `  ${verdict} ${id}: ${wrap(reason, 4)}`),
          ],
    ),
    ...constants.flatMap(({ name, says, vacuous, unshown }) => [
      ...(vacuous.length > 0 ? [paint.red(`green at ${name} (${says}): ${vacuous.join(', ')}`)] : []),
      ...(unshown.length > 0
        ? [paint.red(`not green at ${name}, although listed as green: ${unshown.join(', ')}`)]
        : []),
    ]),
    ...(unblocked.length > 0 ? [paint.red(`not blocked, although said to be: ${unblocked.join(', ')}`)] : []),
    ...(lost.length > 0 ? [paint.red(`no result for ${lost.join(', ')}`)] : []),
    ...(mutants.length > 0 ? counted(matrix) : []),
    ...(variants.length > 0
      ? [
          `${variants.length} harmless variants: ${variants.filter(({ alarms }) => alarms.length > 0).length} with a false alarm`,
        ]
      : []),
    ...(constants.length > 0
      ? [
          `${constants.length} constant answerers: ${constants.filter(({ vacuous }) => vacuous.length > 0).length} with a vacuous pass`,
        ]
      : []),
    `${seconds.toFixed(0)} s, ${((mutants.length + variants.length + constants.length) / seconds).toFixed(1)} deployments per second`,
  ];
}

function counted({ mutants, counts, core, localised, whole }: Matrix): string[] {
  return [
    `${mutants.length} mutants: ${counts.killed} killed, ${counts.survived} survived, ${counts.elsewhere} killed elsewhere, ${counts.blocked} blocked`,
    `${core} of the killed mutants (${((100 * core) / Math.max(1, counts.killed)).toFixed(1)} %) need core checks only, ${counts.killed - core} those for near misses`,
    `${(100 * localised).toFixed(1)} % of the killed mutants break no other requirement ${whole ? 'in the whole suite' : 'in the checks that ran until they were killed'}`,
  ];
}
