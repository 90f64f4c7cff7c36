import { requireText } from './check-fields.ts';
import type { CustomScriptStep } from './custom-script-schema.ts';
import { mapMembers } from './map-texts.ts';
import type { StepDefinition } from './step-definition.ts';

/** Runs a person's JavaScript; the script is required (spec STEP-67). */
export const customScript = {
  label: 'JavaScript',
  waitsOutside: false,
  create: () => ({ type: 'CustomScript', script: '' }),
  check(step, report) {
    requireText(step.script, 'script', 'Script', report);
  },
  mapTexts: (step, visit) => mapMembers(step, ['script'], 'script', '', visit),
  offers: () => ['Response'],
} satisfies StepDefinition<CustomScriptStep>;
