import { unaryConditionOperators } from '../model/values.ts';
import type { BranchStep, ConditionGroup } from './branch-schema.ts';
import { requireText } from './check-fields.ts';
import { mapMembers } from './map-texts.ts';
import type { StepDefinition } from './step-definition.ts';

/** Has no conditions yet, so it always holds (spec ENG-11). */
export function newConditionGroup(name: string): ConditionGroup {
  return { name, logicalOperator: 'And', conditions: [], nextStepId: null };
}

/** Chooses a path by conditions; operators such as Empty have no right operand (spec STEP-57..59). */
export const branch = {
  label: 'Branch',
  waitsOutside: false,
  create: () => ({ type: 'Branch', conditionGroups: [newConditionGroup('Yes'), newConditionGroup('No')] }),
  withDefaults: (step) => ({
    ...step,
    conditionGroups: step.conditionGroups.map((group) => ({
      ...group,
      logicalOperator: group.logicalOperator ?? 'And',
      conditions: group.conditions ?? [],
      nextStepId: group.nextStepId ?? null,
    })),
  }),
  check(step, report) {
    for (const [index, group] of step.conditionGroups.entries()) {
      const place = `conditionGroups[${index}]`;
      requireText(group.name, `${place}.name`, 'Name', report);
      if (group.useScript) {
        requireText(group.script, `${place}.script`, 'Script', report);
        continue;
      }
      for (const [at, condition] of (group.conditions ?? []).entries()) {
        requireText(condition.leftExpression, `${place}.conditions[${at}].leftExpression`, 'Value', report);
      }
    }
  },
  mapTexts: (step, visit) => ({
    ...step,
    conditionGroups: step.conditionGroups.map((group, index) => {
      const place = `conditionGroups[${index}].`;
      const mapped = mapMembers(group, ['script'], 'script', place, visit);
      if (!group.conditions) return mapped;
      const conditions = group.conditions.map((condition, at) => {
        const there = `${place}conditions[${at}].`;
        const left = mapMembers(condition, ['leftExpression'], group.useScript ? 'unused' : 'expression', there, visit);
        const hidesRight = group.useScript || unaryConditionOperators.includes(condition.operator);
        return mapMembers(left, ['rightExpression'], hidesRight ? 'unused' : 'expression', there, visit);
      });
      return { ...mapped, conditions };
    }),
  }),
  offers: () => ['Response'],
} satisfies StepDefinition<BranchStep>;
