import type { ExpressionNode, ReferenceNode } from '../values/syntax-tree.ts';
import { parseExpression } from './parse-expression.ts';

export interface ExpressionReferences {
  references: ReferenceNode[];
  /** Names of the steps it reads, if they are written literally. */
  stepNames: string[];
  /** Keys of `$Data` it reads; null if it may read any of them. */
  dataKeys: string[] | null;
}

/** The references of an expression, so that an engine can load them first. @throws ExpressionError if the text can't be read */
export function expressionReferences(text: string): ExpressionReferences {
  const references: ReferenceNode[] = [];
  for (const part of parseExpression(text).parts) {
    if (part.kind === 'segment') collectReferences(part.expression, references);
  }
  const stepNames = new Set<string>();
  let dataKeys: Set<string> | null = new Set();
  for (const { root, members } of references) {
    const [first] = members;
    if (root === 'Steps' && first?.kind === 'name') stepNames.add(first.name);
    if (root === 'Data') {
      if (first?.kind === 'name') dataKeys?.add(first.name);
      else dataKeys = null;
    }
  }
  return { references, stepNames: [...stepNames], dataKeys: dataKeys && [...dataKeys] };
}

/** Adds the references of a value, and of its brackets' contents, to the list. */
export function collectReferences(node: ExpressionNode, into: ReferenceNode[]): void {
  if (node.kind === 'call') for (const argument of node.arguments) collectReferences(argument, into);
  if (node.kind !== 'reference') return;
  into.push(node);
  for (const member of node.members) if (member.kind === 'computed') collectReferences(member.expression, into);
}
