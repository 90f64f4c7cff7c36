import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { namesSwitchedOff } from '../switched-off/switched-off.ts';
import type { WorkflowProblem } from '../validation/workflow-problem.ts';
import { readScript } from './script-problem.ts';
import { stepsNamed } from './script-reference-problems.ts';

interface ScriptFindings {
  problems: WorkflowProblem[];
  /** Steps whose values a script requires. */
  needed: { field: string; name: string }[];
}

/** Steps are replaced, never changed: a result for one holds as long as the step exists. */
const cachedFindings = new WeakMap<WorkflowStep, ScriptFindings>();

/**
 * Scripts that can't be parsed or need a step that doesn't exist, so that the step could only fail (spec STEP-67, EDIT-53). Complements
 * `validateWorkflow`; separate, because the parser is many times its size.
 *
 * @param names of all steps of the workflow
 */
export function scriptProblems(
  steps: readonly WorkflowStep[],
  names: ReadonlySet<string> = new Set(steps.map(({ stepId }) => stepId)),
): WorkflowProblem[] {
  const off = namesSwitchedOff(steps);
  return steps.flatMap((step) => {
    if (off.has(step.stepId)) return [];
    const found = cachedFindings.get(step) ?? readScripts(step);
    cachedFindings.set(step, found);
    const missing = found.needed.filter(({ name }) => !names.has(name));
    return [
      ...found.problems,
      ...missing.map(({ field, name }) => ({ stepId: step.stepId, field, message: `There is no step "${name}"` })),
    ];
  });
}

function readScripts(step: WorkflowStep): ScriptFindings {
  const findings: ScriptFindings = { problems: [], needed: [] };
  for (const { field, script } of listScripts(step)) {
    const read = readScript(script);
    if ('problem' in read) {
      const { line, column, message } = read.problem;
      findings.problems.push({ stepId: step.stepId, field, message: `Script, line ${line}, column ${column}: ${message}` });
    } else {
      const needed = stepsNamed(read.tree).flatMap(({ name, isUnguarded }) => (isUnguarded ? [name] : []));
      findings.needed.push(...[...new Set(needed)].map((name) => ({ field, name })));
    }
  }
  return findings;
}

/** A group's script is stored but never run while its conditions decide (spec STEP-59). */
function listScripts(step: WorkflowStep): { field: string; script: string }[] {
  if (step.type === 'CustomScript') return [{ field: 'script', script: step.script }];
  if (step.type === 'ConnectorOperation') {
    return step.requestParametersSourceType === 'Script' && step.script ? [{ field: 'script', script: step.script }] : [];
  }
  if (step.type !== 'Branch') return [];
  return step.conditionGroups.flatMap(({ useScript, script }, index) =>
    useScript && script ? [{ field: `conditionGroups[${index}].script`, script }] : [],
  );
}
