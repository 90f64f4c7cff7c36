import type { WorkflowStep } from '@portage/workflow';

/** A value of a workflow template's step that the wizard asks for (spec PB-21, PB-45). */
export interface ValueToFill {
  stepId: string;
  path: string;
  /** The template's value; empty: none. */
  usual: string;
  isRequired: boolean;
}

/** Values that the template leaves empty, and those that its author marked for playbooks (spec STEP-51). */
export function valuesToFill(steps: readonly WorkflowStep[]): ValueToFill[] {
  return steps.flatMap((step) => {
    const mappings = 'requestParameterMappings' in step ? (step.requestParameterMappings ?? []) : [];
    const marked = 'playbookParameters' in step ? (step.playbookParameters ?? []) : [];
    const mapped = new Map(
      mappings.map(({ toParameterPath, fromParameterExpression }) => [toParameterPath, fromParameterExpression?.trim() ?? '']),
    );
    const empty = [...mapped].filter(([, usual]) => usual === '').map(([path]) => path);
    return [...new Set([...empty, ...marked])].map((path) => ({
      ...{ stepId: step.stepId, path, usual: mapped.get(path) ?? '' },
      // A parameter that the template maps must be filled. Others may stay empty, unless the operation requires them.
      isRequired: mapped.has(path),
    }));
  });
}
