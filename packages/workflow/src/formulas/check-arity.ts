import { ExpressionError } from '../expressions/expression-error.ts';
import type { CallNode } from '../expressions/syntax-tree.ts';
import { findFormula } from './formula-table.ts';

/** @throws ExpressionError if a call has too few or too many arguments. */
export function checkArity(node: CallNode): void {
  const formula = findFormula(node.name);
  if (!formula) return;
  const { min, max } = formula.arity;
  const count = node.arguments.length;
  if (count < min || count > max) throw new ExpressionError(`Write ${formula.signature}.`, node.position);
}
