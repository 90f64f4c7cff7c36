import { mapMembers, requireText, type StepRule } from './step-rule.ts';

/** Spec STEP-64. */
export const loopRule: StepRule<'Loop'> = {
  check(step, report) {
    requireText(step.listContextDataEntityName, 'listContextDataEntityName', 'Collection to iterate', report);
    const limit = step.pagedItemsLimit;
    if (typeof limit === 'number' && !(Number.isInteger(limit) && limit >= 1)) {
      report('pagedItemsLimit', 'Max Items to Return must be a whole number of at least 1');
    }
  },
  mapTexts: (step, visit) => mapMembers(step, ['listContextDataEntityName'], 'expression', '', visit),
};
