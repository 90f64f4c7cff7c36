import { type ExpressionScope, type StepsBehind, stepsBehind } from '@portage/workflow';
import { useEffect } from 'react';
import { useValueActions, useValues } from './values-context.ts';

/** Values from samples and the last run. @param text the expression to evaluate: values that it refers to are loaded */
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
