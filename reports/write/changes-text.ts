import type { Catalogue, Change } from '../model.ts';
import { count, groupBy, line, shorten } from '../text.ts';
import { type Paint, wrap } from './paint.ts';

/**
 * Changes as lines for a terminal, old before new. Requirements that one of the runs did not judge for the same
 * reason are grouped at the end: to a reader, a server that was left out is one change.
 */
export function changesText(changes: readonly Change[], paint: Paint, titles: Catalogue = {}): string[] {
  const groups = groupBy(changes, (change) => whyUnjudged(change) ?? change.id);
  const told = [...groups.values()];
  return [
    ...told.flatMap((group) =>
      group.length === 1 ? group.flatMap((one) => changeText(one, paint, titles)) : [],
    ),
    ...told.flatMap((group) => (group.length === 1 ? [] : groupText(group, paint))),
  ];
}

/** For a requirement judged in only one run: the change of verdict, and why the other run did not judge it. */
function whyUnjudged({ what, old, new: now }: Change): string | undefined {
  if (!what.includes('verdict')) return undefined;
  const side = [old, now].find(({ verdict }) => verdict === 'not-exercised');
  return side && `${old.verdict} → ${now.verdict}: ${line(side.reason)}`;
}

function groupText(group: readonly Change[], paint: Paint): string[] {
  const [first] = group;
  const head = `${count(group.length, 'requirement')} ${(first && whyUnjudged(first)) ?? ''}`;
  return [`  ${wrap(head, 4)}`, `    ${paint.dim(wrap(group.map(({ id }) => id).join(' '), 4))}`];
}

function changeText({ id, kind, what, old, new: now }: Change, paint: Paint, titles: Catalogue): string[] {
  const turn = what.includes('verdict') ? ` ${old.verdict} → ${now.verdict}` : '';
  const word =
    kind === 'regression' ? paint.red(kind) : kind === 'improvement' ? paint.green(kind) : 'changed';
  const title = Object.hasOwn(titles, id) ? ` ${paint.dim(line(titles[id]?.title ?? ''))}` : '';
  const side = (name: string, text: string) =>
    `    ${paint.dim(name.padEnd(4))}${wrap(shorten(line(text), 300), 8)}`;
  const reasons = what.includes('reason') || turn !== '';
  return [
    `  ${id} ${word}${turn}${title}`,
    ...(what.includes('observed')
      ? [side('old', old.observed ?? 'nothing'), side('new', now.observed ?? 'nothing')]
      : []),
    // A pass has no reason.
    ...(reasons && old.reason ? [side('was', old.reason)] : []),
    ...(reasons && now.reason ? [side('now', now.reason)] : []),
  ];
}
