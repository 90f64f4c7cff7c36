import { type Condition, type ConditionGroup, type ConditionOperator, unaryConditionOperators } from '@portage/workflow';
import { splitWords } from '../fields/choices.ts';

/** Whether an operator has only a left operand (spec STEP-57). */
export function isUnary(operator: ConditionOperator): boolean {
  return unaryConditionOperators.includes(operator);
}

/** One condition in a line, e.g. `$Data.total greater than 100`. */
function conditionText({ leftExpression, operator, rightExpression }: Condition): string {
  const left = leftExpression.trim() || '?';
  const words = splitWords(operator).toLowerCase();
  return isUnary(operator) ? `${left} ${words}` : `${left} ${words} ${rightExpression?.trim() || '""'}`;
}

/** The note on a group without conditions that has groups below it: the run always takes it. */
const ALWAYS_TAKEN = 'No condition yet: everything takes this path';

/** Whether a group always applies (spec ENG-11). */
export function holdsAlways({ useScript, conditions }: ConditionGroup): boolean {
  return !useScript && (conditions ?? []).length === 0;
}

/** The conditions of a group in a line or two. @param isLast it is the branch's last group */
export function groupText(group: ConditionGroup, isLast: boolean): string {
  if (group.useScript) return 'Decided by a script';
  if (holdsAlways(group)) return isLast ? 'Otherwise' : ALWAYS_TAKEN;
  return (group.conditions ?? []).map(conditionText).join(group.logicalOperator === 'Or' ? ' or ' : ' and ');
}
