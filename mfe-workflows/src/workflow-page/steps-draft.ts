import { validateWorkflow, type WorkflowProblem, type WorkflowStep, workflowStepsSchema } from '@portage/workflow';

/** The steps as a person writes them, judged. */
export type StepsDraft = { kind: 'broken'; message: string } | { kind: 'steps'; steps: WorkflowStep[]; problems: WorkflowProblem[] };

/** Steps as indented JSON. */
export function textOfSteps(steps: readonly WorkflowStep[]): string {
  return JSON.stringify(steps, null, 2);
}

/** Reads what is written: not JSON, not steps, or steps with what still keeps them from running. */
export function readSteps(text: string): StepsDraft {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: 'broken', message: `This is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}` };
  }
  const parsed = workflowStepsSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { kind: 'broken', message: issue ? `${placeOf(value, issue.path)}${issue.message}` : 'These are not steps' };
  }
  return { kind: 'steps', steps: parsed.data, problems: validateWorkflow(parsed.data) };
}

/** Names the step, not its number, where it has a name. */
function placeOf(steps: unknown, path: readonly PropertyKey[]): string {
  const [at, ...rest] = path;
  if (typeof at !== 'number') return '';
  const step = (steps as { stepId?: unknown }[])[at];
  const name = typeof step?.stepId === 'string' ? `“${step.stepId}”` : `Step ${at + 1}`;
  return `${name}${rest.length ? `, ${rest.map(String).join('.')}` : ''}: `;
}
