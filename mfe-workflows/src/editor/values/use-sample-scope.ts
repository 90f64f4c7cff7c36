import { type ExpressionScope, samplePayloadOf } from '@portage/workflow';
import { useMemo } from 'react';
import { useValueSources } from './value-selector-provider.tsx';

/** What expressions of a step would read, made of samples and of the last run. */
export function useSampleScope(_stepId: string): ExpressionScope {
  const { steps } = useValueSources();
  return useMemo(() => {
    const trigger = steps.find(({ type }) => type === 'Trigger');
    return {
      steps: trigger ? { [trigger.stepId]: { Payload: samplePayloadOf(steps) } } : {},
      data: {},
      consts: {},
      now: () => new Date(),
      isStepName: (name) => steps.some(({ stepId }) => stepId === name),
    };
  }, [steps]);
}
