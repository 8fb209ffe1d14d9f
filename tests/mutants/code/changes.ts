/**
 * Small changes to a source text, each of which changes its meaning. The places are found in TypeScript's own syntax
 * tree.
 */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';

/** One small change: from `start` to `end` the text becomes `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What kind of change it is, in a word or two. */
  readonly kind: string;
}

/** What an operator becomes. */
const operators: Readonly<Partial<Record<SyntaxKind, string>>> = {
  [SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [SyntaxKind.LessThanToken]: '<=',
  [SyntaxKind.LessThanEqualsToken]: '<',
  [SyntaxKind.GreaterThanToken]: '>=',
  [SyntaxKind.GreaterThanEqualsToken]: '>',
  [SyntaxKind.AmpersandAmpersandToken]: '||',
  [SyntaxKind.BarBarToken]: '&&',
  [SyntaxKind.PlusToken]: '-',
  [SyntaxKind.MinusToken]: '+',
};

/** What a method becomes. */
const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  findLast: 'find',
  find: 'findLast',
  startsWith: 'endsWith',
  toSorted: 'slice',
  max: 'min',
  min: 'max',
};

/** Nodes that only name or type something; nothing in them runs. */
const silent = new Set<SyntaxKind>([
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.LiteralType,
  SyntaxKind.TypeReference,
  SyntaxKind.UnionType,
]);

/** Every change that is made to a file, in source order. */
export function editsOf(file: SourceFile): Edit[] {
  const source = file.text;
  const edits: Edit[] = [];
  const startOf = (node: Node): number => node.getStart(file);
  const textOf = (node: Node): string => source.slice(startOf(node), node.end);
  const replace = (node: Node, kind: string, text: string): void => {
    edits.push({ start: startOf(node), end: node.end, text, kind });
  };
  const visit = (node: Node): void => {
    if (silent.has(node.kind)) return;
    change(node);
    node.forEachChild((child) => {
      visit(child);
      return undefined;
    });
  };
  const change = (node: Node): void => {
    const { parent } = node;
    switch (node.kind) {
      case SyntaxKind.IfStatement:
      case SyntaxKind.ConditionalExpression: {
        const condition = partOf(node, 'expression') ?? partOf(node, 'condition');
        if (condition) replace(condition, 'negate', `!(${textOf(condition)})`);
        return;
      }
      case SyntaxKind.BinaryExpression: {
        const operator = partOf(node, 'operatorToken');
        const other = operator && operators[operator.kind];
        if (operator && other) replace(operator, 'operator', other);
        return;
      }
      case SyntaxKind.PrefixUnaryExpression:
        if (source[startOf(node)] === '!')
          edits.push({ start: startOf(node), end: startOf(node) + 1, text: '', kind: 'negate' });
        return;
      case SyntaxKind.ReturnStatement:
        // Nothing is dropped where nothing is returned.
        if (!['', 'undefined'].includes(textOf(partOf(node, 'expression') ?? node).replace(/^return;?$/, '')))
          replace(node, 'drop return', 'return undefined as never;');
        return;
      case SyntaxKind.ExpressionStatement:
        replace(node, 'drop statement', ';');
        return;
      case SyntaxKind.StringLiteral:
        if (parent.kind === SyntaxKind.PropertyAssignment && partOf(parent, 'name') === node) return;
        replace(node, 'string', textOf(node).length === 2 ? "'x'" : "''");
        return;
      case SyntaxKind.NumericLiteral:
        replace(node, 'number', `${textOf(node)} + 1`);
        return;
      case SyntaxKind.TrueKeyword:
        replace(node, 'boolean', 'false');
        return;
      case SyntaxKind.FalseKeyword:
        replace(node, 'boolean', 'true');
        return;
      case SyntaxKind.PropertyAccessExpression: {
        const name = partOf(node, 'name');
        const called = parent.kind === SyntaxKind.CallExpression && partOf(parent, 'expression') === node;
        const other = name && methods[textOf(name)];
        if (called && name && other) replace(name, 'method', other);
        return;
      }
      case SyntaxKind.ArrayLiteralExpression:
        edits.push(...withoutElements(node, startOf, source));
        return;
      default:
    }
  };
  visit(file);
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** The array without one of its elements, each in turn. */
function withoutElements(array: Node, startOf: (node: Node) => number, source: string): Edit[] {
  const elements: Node[] = [];
  array.forEachChild((child) => {
    elements.push(child);
    return undefined;
  });
  return elements.map((element, index) => {
    const next = elements[index + 1];
    const comma = next === undefined && /^\s*,/.exec(source.slice(element.end));
    const end = next === undefined ? element.end + (comma ? comma[0].length : 0) : startOf(next);
    return { start: startOf(element), end, text: '', kind: 'drop element' };
  });
}

function partOf(node: Node, name: string): Node | undefined {
  return (node as unknown as Readonly<Record<string, Node | undefined>>)[name];
}
