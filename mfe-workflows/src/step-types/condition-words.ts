import { type Condition, type ConditionGroup, expressionWords, unaryConditionOperators } from '@portage/workflow';

const signs: Partial<Record<Condition['operator'], string>> = {
  Equals: '=',
  NotEquals: '≠',
  LessThan: '<',
  LessThanOrEqual: '≤',
  GreaterThan: '>',
  GreaterOrEqual: '≥',
  Contains: 'contains',
  NotContains: 'does not contain',
  StartsWith: 'starts with',
  EndsWith: 'ends with',
  Empty: 'is empty',
  NotEmpty: 'is not empty',
  IsTrue: 'is true',
  IsFalse: 'is false',
};

/** Whether a group always applies (spec ENG-11). */
export function holdsAlways({ useScript, conditions }: ConditionGroup): boolean {
  return !useScript && (conditions ?? []).length === 0;
}

/** When a group applies, in one line. Without conditions it leaves nothing to groups after it. */
export function conditionWords(group: ConditionGroup, isLast: boolean): string {
  if (group.useScript) return 'by script';
  if (holdsAlways(group)) return isLast ? 'otherwise' : 'always, which means the options after it are never reached';
  return (group.conditions ?? []).map(formatCondition).join(group.logicalOperator === 'Or' ? ' or ' : ' and ');
}

function formatCondition({ leftExpression, operator, rightExpression }: Condition): string {
  const left = `${expressionWords(leftExpression) || '?'} ${signs[operator] ?? operator}`;
  return unaryConditionOperators.includes(operator) ? left : `${left} ${expressionWords(rightExpression ?? '') || '“”'}`;
}
