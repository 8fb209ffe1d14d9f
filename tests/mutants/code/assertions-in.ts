/**
 * The assertions and controls in a file of checks, each with the code that replaces it: its operands are still
 * evaluated, but nothing is done with the result.
 */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import type { RequirementId } from '../../support/catalogue.ts';
import type { Edit } from './changes.ts';
import { SWITCHES } from './switches.ts';

/** An assertion, and the check that contains it; none if it is in a function outside the checks. */
export interface Assertion extends Edit {
  readonly check: string | undefined;
  /** The requirement whose failure a control guards against, if it names one. */
  readonly cause: RequirementId | undefined;
}

/** Functions that assert something about the answer they are given: the readers of `support/interface/answers.ts`. */
const reader = /^(?:accepted|refused|answers[A-Z]\w*|reads[A-Z]\w*|grants[A-Z]\w*|yields[A-Z]\w*)$/;

/** Functions that judge, whatever they are given. */
const helper = /^judge[A-Z]\w*$/;

/** Every assertion of a file, in source order. */
export function assertionsIn(file: SourceFile): Assertion[] {
  const found: Assertion[] = [];
  const textOf = (node: Node): string => file.text.slice(node.getStart(file), node.end);
  const checkOf = (node: Node): string | undefined => {
    for (let at: Node | undefined = node; at !== undefined; at = at.parent) {
      if (at.kind !== SyntaxKind.CallExpression || calleeOf(at) !== 'test') continue;
      const [title] = argumentsOf(at);
      if (title !== undefined) return textOf(title).slice(1, -1);
    }
    return undefined;
  };
  const causeOf = (node: Node): RequirementId | undefined => {
    for (let at: Node | undefined = node; at !== undefined; at = at.parent) {
      if (at.kind !== SyntaxKind.CallExpression || calleeOf(at) !== 'control') continue;
      const last = argumentsOf(at)[2];
      return last === undefined ? undefined : (textOf(last).slice(1, -1) as RequirementId);
    }
    return undefined;
  };
  const without = (node: Node, kind: string, text: string): void => {
    const [check, cause] = [checkOf(node), causeOf(node)];
    found.push({ start: node.getStart(file), end: node.end, text, kind, check, cause });
  };
  const calleeOf = (call: Node): string => textOf(partOf(call, 'expression'));
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.CallExpression && isUnused(node)) {
      const name = calleeOf(node);
      const [first] = argumentsOf(node);
      const start = startOfChain(node);
      if (/^expect(?:\.soft)?$/.test(textOf(partOf(start, 'expression')))) {
        const [subject] = argumentsOf(start);
        if (subject !== undefined) without(node, 'expect', `void (${textOf(subject)})`);
      } else if (textOf(partOf(start, 'expression')) === 'expect.poll')
        without(node, 'expect', 'Promise.resolve()');
      else if (name === 'control' && first !== undefined) without(node, 'control', textOf(first));
      else if (reader.test(name) && first !== undefined) without(node, 'reader', `void (${textOf(first)})`);
      else if (helper.test(name))
        without(node, 'judgement', `void [${argumentsOf(node).map(textOf).join()}]`);
    } else if (node.kind === SyntaxKind.CallExpression && calleeOf(node) === 'establish') {
      // Its return value is used, so the observation is still made, and is assumed to have succeeded.
      const [ids, check] = argumentsOf(node).map(textOf);
      without(node, 'establish', `establish(${ids}, ${SWITCHES}.atAnyRate(${check}))`);
    }
    node.forEachChild((child) => {
      visit(child);
      return undefined;
    });
  };
  visit(file);
  return found;
}

/**
 * Whether the return value of a call is unused, including one that is returned by a function given to `judge` or the
 * like.
 */
function isUnused(call: Node): boolean {
  let at = call.parent;
  while (at.kind === SyntaxKind.AwaitExpression || at.kind === SyntaxKind.VoidExpression) at = at.parent;
  if (at.kind === SyntaxKind.ArrowFunction && at.parent.kind === SyntaxKind.CallExpression)
    return /^judge\b/.test(at.parent.getText()) || isUnused(at.parent);
  return at.kind === SyntaxKind.ExpressionStatement;
}

/** The first call of a chain such as `expect(a).not.toBe(b)`. */
function startOfChain(call: Node): Node {
  let at = call;
  let first = call;
  while (at.kind === SyntaxKind.CallExpression || at.kind === SyntaxKind.PropertyAccessExpression) {
    if (at.kind === SyntaxKind.CallExpression) first = at;
    at = partOf(at, 'expression');
  }
  return first;
}

function argumentsOf(call: Node): readonly Node[] {
  return [...((call as unknown as { readonly arguments: Iterable<Node> }).arguments ?? [])];
}

function partOf(node: Node, name: string): Node {
  return (node as unknown as Readonly<Record<string, Node>>)[name] as Node;
}
