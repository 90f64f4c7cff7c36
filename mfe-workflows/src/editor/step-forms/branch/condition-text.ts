import { type Condition, type ConditionGroup, type ConditionOperator, unaryConditionOperators } from '@portage/workflow';
import { wordsOf } from '../fields/choices.ts';

/** Spec STEP-57: whether an operator has a right operand. */
export function isUnary(operator: ConditionOperator): boolean {
  return unaryConditionOperators.includes(operator);
}

/** One condition in a line, e.g. `$Data.total greater than 100`. */
function conditionText({ leftExpression, operator, rightExpression }: Condition): string {
  const left = leftExpression.trim() || '?';
  const words = wordsOf(operator).toLowerCase();
  return isUnary(operator) ? `${left} ${words}` : `${left} ${words} ${rightExpression?.trim() || '""'}`;
}

/** What a group asks, in a line or two. */
export function groupText(group: ConditionGroup): string {
  if (group.useScript) return 'Decided by a script';
  const conditions = group.conditions ?? [];
  if (conditions.length === 0) return 'Always holds';
  return conditions.map(conditionText).join(group.logicalOperator === 'Or' ? ' or ' : ' and ');
}
