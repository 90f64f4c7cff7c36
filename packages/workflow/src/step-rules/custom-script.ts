import { mapMembers, requireText, type StepRule } from './step-rule.ts';

/** Spec STEP-67. */
export const customScriptRule: StepRule<'CustomScript'> = {
  check(step, report) {
    requireText(step.script, 'script', 'Script', report);
  },
  mapTexts: (step, visit) => mapMembers(step, ['script'], 'script', '', visit),
};
