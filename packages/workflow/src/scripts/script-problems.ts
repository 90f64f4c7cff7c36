import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { namesSwitchedOff } from '../switched-off/switched-off.ts';
import type { WorkflowProblem } from '../validation/workflow-problem.ts';
import { scriptProblem } from './script-problem.ts';

/** Steps are replaced, never changed: a result for one holds for as long as the step exists. */
const known = new WeakMap<WorkflowStep, WorkflowProblem[]>();

/**
 * Scripts of steps that cannot be read, so that the step could only fail (spec STEP-67, EDIT-53). Goes with `validateWorkflow`;
 * apart from it, because the parser is many times its size.
 */
export function scriptProblems(steps: readonly WorkflowStep[]): WorkflowProblem[] {
  const off = namesSwitchedOff(steps);
  return steps.flatMap((step) => {
    if (off.has(step.stepId)) return [];
    const found = known.get(step) ?? problemsOf(step);
    known.set(step, found);
    return found;
  });
}

function problemsOf(step: WorkflowStep): WorkflowProblem[] {
  return scriptsOf(step).flatMap(({ field, script }) => {
    const problem = scriptProblem(script);
    if (!problem) return [];
    const { line, column, message } = problem;
    return [{ stepId: step.stepId, field, message: `Script, line ${line}, column ${column}: ${message}` }];
  });
}

/** A group's script is kept but never run while its conditions decide (spec STEP-59). */
function scriptsOf(step: WorkflowStep): { field: string; script: string }[] {
  if (step.type === 'CustomScript') return [{ field: 'script', script: step.script }];
  if (step.type === 'ConnectorOperation') {
    return step.requestParametersSourceType === 'Script' && step.script ? [{ field: 'script', script: step.script }] : [];
  }
  if (step.type !== 'Branch') return [];
  return step.conditionGroups.flatMap(({ useScript, script }, index) =>
    useScript && script ? [{ field: `conditionGroups[${index}].script`, script }] : [],
  );
}
