import type { ExpressionScope } from '@portage/workflow';
import { useEffect } from 'react';
import { type StepsBehind, stepsBehind } from './samples/steps-behind.ts';
import { useValueActions, useValues } from './values-context.ts';

/**
 * The values for expressions of a step, from samples and from the last run.
 *
 * @param text the expression to evaluate: the values that it refers to are loaded from the last run.
 */
export function useSampleScope(stepId: string, text = ''): ExpressionScope {
  const { scopeOf, availableOf } = useValues();
  const actions = useValueActions();
  const available = availableOf(stepId);
  const wanted = stepsBehind(text, available);
  const key = JSON.stringify(wanted);
  useEffect(() => {
    const { steps, isData } = JSON.parse(key) as StepsBehind;
    if (steps.length > 0) actions?.wantSteps(steps);
    if (isData) actions?.wantStoredData();
  }, [actions, key]);
  return scopeOf(stepId);
}
