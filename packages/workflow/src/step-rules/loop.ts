import { mapMembers, requireText, type StepRule } from './step-rule.ts';

/** Spec STEP-64. */
export const loopRule: StepRule<'Loop'> = {
  check(step, report) {
    requireText(step.listContextDataEntityName, 'listContextDataEntityName', 'Collection to iterate', report);
  },
  mapTexts: (step, visit) => mapMembers(step, ['listContextDataEntityName'], 'expression', '', visit),
};
