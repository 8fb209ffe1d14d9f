import path from 'node:path';
import type { Edit } from './changes.ts';

/** What a file of checks calls the module `taken-out.ts`, and nothing of its own. */
export const SWITCHES = '$switches';

/** An edit that applies only if the switch of its place is on. */
export interface Switch {
  readonly place: number;
  readonly edit: Edit;
}

/**
 * A file of checks that contains all its edits at once, each behind a switch, so that one Playwright run can try many
 * of them. What is not switched off is noted if it fails.
 *
 * @param file its path from the root
 * @param switches in the order of their starts; they may be nested, but must not overlap otherwise
 */
export function switched(file: string, text: string, switches: readonly Switch[]): string {
  const module = path.posix.relative(path.posix.dirname(file), 'tests/mutants/code/taken-out.ts');
  return `import * as ${SWITCHES} from '${module}';\n${between(text, 0, text.length, switches)}`;
}

/** The text from one place to another, with the switches in it. */
function between(text: string, start: number, end: number, switches: readonly Switch[]): string {
  let at = start;
  let made = '';
  const left = switches.filter(({ edit }) => edit.start >= start && edit.end <= end);
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const { place, edit } = next;
    const inner: Switch[] = [];
    while (left[0] !== undefined && left[0].edit.start < edit.end) inner.push(left.shift() as Switch);
    const kept = between(text, edit.start, edit.end, inner);
    made += `${text.slice(at, edit.start)}(${SWITCHES}.isOut(${place}) ? ${edit.text} : ${SWITCHES}.passed(${SWITCHES}.begun(${place}), ${kept}))`;
    at = edit.end;
  }
  return made + text.slice(at, end);
}
