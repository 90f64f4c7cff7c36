import { type AvailableReferences, ExpressionError, type ExpressionScope, expressionReferences } from '@portage/workflow';
import { useEffect } from 'react';
import { useValueActions, useValues } from './values-context.ts';

/**
 * The values for expressions of a step, from samples and from the last run.
 *
 * @param text the expression to evaluate: the values that it refers to are read from the last run.
 */
export function useSampleScope(stepId: string, text = ''): ExpressionScope {
  const { scopeOf, availableOf } = useValues();
  const actions = useValueActions();
  const available = availableOf(stepId);
  const wanted = stepsBehind(text, available);
  const key = JSON.stringify(wanted);
  useEffect(() => {
    const { steps, isData } = JSON.parse(key) as Wanted;
    if (steps.length > 0) actions?.wantSteps(steps);
    if (isData) actions?.wantStoredData();
  }, [actions, key]);
  return scopeOf(stepId);
}

interface Wanted {
  steps: string[];
  isData: boolean;
}

/** The steps whose values a text needs; for a loop's item those of its collection, too. */
function stepsBehind(text: string, available: AvailableReferences): Wanted {
  const steps = new Set<string>();
  let isData = false;
  const texts = [text];
  for (let next = texts.pop(); next !== undefined; next = texts.pop()) {
    const read = referencesOf(next);
    isData ||= read.isData;
    for (const name of read.stepNames) {
      if (steps.has(name)) continue;
      steps.add(name);
      const step = available.steps.find((offered) => offered.step.stepId === name)?.step;
      if (step?.type === 'Loop' && step.listContextDataEntityName) texts.push(step.listContextDataEntityName);
    }
  }
  return { steps: [...steps], isData };
}

function referencesOf(text: string): { stepNames: string[]; isData: boolean } {
  try {
    const { stepNames, references } = expressionReferences(text);
    return { stepNames, isData: references.some(({ root }) => root === 'Data') };
  } catch (fault) {
    if (fault instanceof ExpressionError) return { stepNames: [], isData: false };
    throw fault;
  }
}
