/** What the functions of the checks judge, by the requirements that their text names. */
import type { Node, SourceFile } from 'typescript/unstable/ast';
import type { RequirementId } from '../../support/catalogue.ts';

/**
 * The requirements that each function with a `judge…` name judges: those that it names, and those of the functions
 * that it calls.
 *
 * @param file the file in which functions within checks count as well, and take precedence over those of `others`
 */
export function judgesIn(file: SourceFile, others: readonly SourceFile[]): Map<string, RequirementId[]> {
  const texts = new Map<string, string>();
  const look = (node: Node, source: SourceFile): void => {
    const text = source.text.slice(node.getStart(source), node.end);
    const name = /^(?:export )?(?:async )?function (judge[A-Z]\w*)|^(judge[A-Z]\w*) = /.exec(text);
    if (name !== null) texts.set(String(name[1] ?? name[2]), text);
  };
  for (const source of others)
    source.forEachChild((node) => {
      look(node, source);
      return undefined;
    });
  const within = (node: Node): void => {
    look(node, file);
    node.forEachChild((child) => {
      within(child);
      return undefined;
    });
  };
  within(file);
  const idsOf = (name: string, callers: readonly string[]): RequirementId[] => {
    const text = texts.get(name) ?? '';
    const called = [...text.matchAll(/\b(judge[A-Z]\w*)\(/g)].map(([, one]) => String(one));
    const further = called.filter((one) => one !== name && !callers.includes(one));
    return [...new Set([...idsIn(text), ...further.flatMap((one) => idsOf(one, [...callers, name]))])];
  };
  return new Map([...texts.keys()].map((name) => [name, idsOf(name, [])]));
}

/** The requirements that a text names. */
export function idsIn(text = ''): RequirementId[] {
  return (text.match(/[A-Z]{3}-\d{3}/g) ?? []) as RequirementId[];
}
