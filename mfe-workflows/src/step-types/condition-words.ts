import { type Condition, type ConditionGroup, expressionWords } from '@portage/workflow';

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

/** When a group applies, in one line. Without conditions it always does (spec ENG-11), and leaves nothing to groups after it. */
export function conditionWords(group: ConditionGroup, isLast: boolean): string {
  if (group.useScript) return 'by script';
  const conditions = group.conditions ?? [];
  if (conditions.length === 0) return isLast ? 'otherwise' : 'always, which means the options after it are never reached';
  return conditions.map(formatCondition).join(group.logicalOperator === 'Or' ? ' or ' : ' and ');
}

function formatCondition({ leftExpression, operator, rightExpression }: Condition): string {
  return [expressionWords(leftExpression), signs[operator] ?? operator, expressionWords(rightExpression ?? '')]
    .filter((word) => word !== '')
    .join(' ');
}
