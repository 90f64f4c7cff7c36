import type { StepValueName } from '../values/scope.ts';
import { requireText } from './check-fields.ts';
import type { LoopStep } from './loop-schema.ts';
import { mapMembers } from './map-texts.ts';
import type { StepDefinition } from './step-definition.ts';

/** What a loop offers to the steps inside it. */
export const loopValues: readonly StepValueName[] = ['CurrentItem', 'CurrentIndex'];

/** Whether later steps can read the results of this loop's iterations. */
export function collectsResults({ resultExpression }: Pick<LoopStep, 'resultExpression'>): boolean {
  return (resultExpression ?? '').trim() !== '';
}

/** Spec STEP-64. Steps after a loop read only its results. */
export const loop = {
  label: 'Loop',
  waitsOutside: false,
  create: () => ({ type: 'Loop', listContextDataEntityName: '', loopFirstStepId: null }),
  withDefaults: ({ loopSteps: _derived, ...step }) => ({ ...step, loopFirstStepId: step.loopFirstStepId ?? null }),
  check(step, report) {
    requireText(step.listContextDataEntityName, 'listContextDataEntityName', 'Collection to iterate', report);
    const limit = step.pagedItemsLimit;
    if (typeof limit === 'number' && !(Number.isInteger(limit) && limit >= 1)) {
      report('pagedItemsLimit', 'Max Items to Return must be a whole number of at least 1');
    }
  },
  mapTexts: (step, visit) => mapMembers(step, ['listContextDataEntityName', 'resultExpression'], 'expression', '', visit),
  offers: (step) => (collectsResults(step) ? ['Results'] : []),
} satisfies StepDefinition<LoopStep>;
