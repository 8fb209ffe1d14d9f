import { type RequirementId, type Server, serverOf } from '../../tests/support/catalogue.ts';
import type { Row, Verdict } from '../model.ts';
import type { Paint } from './paint.ts';

const levels = ['must', 'should', 'choice', 'open'] as const;
const servers: readonly Server[] = ['identity', 'collaboration', 'telephony'];
const verdicts: readonly Verdict[] = ['pass', 'fail', 'warn', 'observed', 'blocked', 'not-exercised'];

/** The counts by server and level, a dot for none, so that what stands out is what is there. */
export function table(rows: readonly Row[], paint: Paint): string[] {
  const cell = (n: number, verdict: Verdict) => {
    const text = (n === 0 ? '·' : String(n)).padStart(verdict.length + 2);
    if (n === 0) return paint.dim(text);
    if (verdict === 'pass') return paint.green(text);
    return verdict === 'fail' || verdict === 'blocked' ? paint.red(text) : text;
  };
  const row = (name: string, some: readonly Row[]) =>
    name.padEnd(22) +
    verdicts.map((word) => cell(some.filter(({ verdict }) => verdict === word).length, word)).join('');
  const lines = servers.flatMap((server) => {
    const own = rows.filter(({ id }) => serverOf(id as RequirementId) === server);
    const present = levels.filter((level) => own.some((one) => one.level === level));
    return present.map((level, index) =>
      row(
        `${(index === 0 ? server : '').padEnd(15)}${level}`,
        own.filter((one) => one.level === level),
      ),
    );
  });
  return [
    paint.bold(
      `${'Requirements'.padEnd(22)}${verdicts.map((word) => word.padStart(word.length + 2)).join('')}`,
    ),
    ...lines,
    row('all', rows),
  ];
}
