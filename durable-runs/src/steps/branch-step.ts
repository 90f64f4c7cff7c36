import { type BranchStep, type ConditionGroup, evaluateConditionGroup, isTrueValue } from '@portage/workflow';
import type { StepContext, StepHandler, StepResult } from '../step-context/step-handler.ts';

/** Spec ENG-10, ENG-11: the first group whose condition holds, then the branch's own next step. */
export const branchStep: StepHandler<BranchStep> = {
  actsOutside: () => false,
  run(step, context) {
    return step.conditionGroups.some((group) => group.useScript) ? chooseWithScripts(step, context) : choose(step, context);
  },
  describe: (_step, values, detail) => ({
    response: { body: values.Response },
    ...(detail.log === undefined ? {} : { log: detail.log }),
  }),
};

function choose(step: BranchStep, context: StepContext): StepResult {
  const group = step.conditionGroups.find((candidate) => evaluateConditionGroup(candidate, context.scope));
  return chosen(group, '');
}

async function chooseWithScripts(step: BranchStep, context: StepContext): Promise<StepResult> {
  let log = '';
  for (const group of step.conditionGroups) {
    if (!group.useScript) {
      if (evaluateConditionGroup(group, context.scope)) return chosen(group, log);
      continue;
    }
    const script = await context.script(group.script ?? '');
    if (script.log) log += log ? `\n${script.log}` : script.log;
    if (!script.ok) {
      const named = group.isHiddenFromCustomer ? 'a hidden group failed.' : `group "${group.name}" failed: ${script.message}`;
      return { outcome: { kind: 'failed', message: `The script of ${named}` }, detail: { log } };
    }
    if (isTrueValue(script.value)) return chosen(group, log);
  }
  return chosen(undefined, log);
}

function chosen(group: ConditionGroup | undefined, log: string): StepResult {
  return {
    outcome: group ? { kind: 'group', name: group.name, nextStepId: group.nextStepId ?? null } : { kind: 'noGroup' },
    values: { Response: group?.name ?? null },
    ...(log ? { detail: { log } } : {}),
  };
}
