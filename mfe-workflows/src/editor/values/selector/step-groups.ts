import {
  type AvailableReferences,
  type ExpressionScope,
  type StepValueName,
  type StepValues,
  stepValueNames,
  type WorkflowStep,
} from '@portage/workflow';
import type { TreeGroup } from './tree-rows.ts';

/** Spec EXPR-01: the labels of a step's values. */
const valueLabels: Record<StepValueName, string> = {
  Payload: 'Payload',
  Headers: 'Headers',
  Query: 'Query',
  Method: 'Method',
  RawBody: 'Raw Body',
  Response: 'Response',
  ResponseHttpStatusCode: 'Response HTTP Status Code',
  ResponseHeaders: 'Response Headers',
  ResponseFile: 'Response File',
  CurrentItem: 'Current Item',
  CurrentIndex: 'Current Index',
  Results: 'Results',
  Error: 'Error',
};

/** The values of steps, nearest step first. @param noteOf returns a short note on where a step's values come from */
export function stepGroups(
  { steps }: AvailableReferences,
  scope: ExpressionScope,
  noteOf: (stepName: string) => string | undefined,
): TreeGroup[] {
  return steps.toReversed().map(({ step, values, isCertain, relation }): TreeGroup => {
    const notes = [relation === 'loop' ? 'around this step' : isCertain ? null : 'may not have run', noteOf(step.stepId)];
    const known = Object.hasOwn(scope.steps, step.stepId) ? scope.steps[step.stepId] : undefined;
    return {
      id: `step ${step.stepId}`,
      label: step.stepId,
      stepType: step.type,
      note: notes.filter(Boolean).join(' · '),
      roots: values.map((name) => {
        const value = known?.[name];
        return {
          root: 'Steps',
          keys: [step.stepId, name],
          label: valueLabels[name],
          ...(value === undefined ? {} : { sample: { value } }),
        };
      }),
    };
  });
}

/** Data that steps store, one group per key. */
export function dataGroups({ data }: AvailableReferences, scope: ExpressionScope): TreeGroup[] {
  return data.map(({ key, writtenBy, isCertain }) => ({
    id: `data ${key}`,
    label: key,
    note: isCertain ? `kept by ${writtenBy.join(', ')}` : `from ${writtenBy.join(', ')}, if there`,
    roots: [{ root: 'Data', keys: [key], label: key, ...(Object.hasOwn(scope.data, key) ? { sample: { value: scope.data[key] } } : {}) }],
  }));
}

/** What a step returned, under the names that references use. */
export function groupOfValues({ stepId, type }: Pick<WorkflowStep, 'stepId' | 'type'>, values: StepValues): TreeGroup {
  return {
    id: `step ${stepId}`,
    label: stepId,
    stepType: type,
    roots: stepValueNames
      .filter((name) => values[name] !== undefined)
      .map((name) => ({ root: 'Steps', keys: [stepId, name], label: valueLabels[name], sample: { value: values[name] } })),
  };
}
