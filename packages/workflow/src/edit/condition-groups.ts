import { newConditionGroup } from '../step-types/branch.ts';
import type { ConditionGroup } from '../step-types/branch-schema.ts';
import type { StepOf, WorkflowStep } from '../step-types/workflow-step.ts';
import { collectUnit } from './step-unit.ts';

/** Spec STEP-60, STEP-61: a branch keeps at least two. */
const MIN_GROUPS = 2;

/**
 * Adds a condition group `Opt{n}` to a branch (spec STEP-58). It goes before a final group without conditions, which always holds, so that
 * nothing after it would ever run (ENG-11).
 *
 * @returns the steps and the index of the new group; null if the step isn't a branch.
 */
export function addConditionGroup(steps: readonly WorkflowStep[], stepId: string): { steps: WorkflowStep[]; groupIndex: number } | null {
  const branch = findBranch(steps, stepId);
  if (!branch) return null;
  const groups = branch.conditionGroups;
  const taken = new Set(groups.map((group) => group.name));
  let n = groups.length + 1;
  while (taken.has(`Opt${n}`)) n += 1;
  const last = groups.at(-1);
  const groupIndex = last && groups.length > 1 && alwaysHolds(last) ? groups.length - 1 : groups.length;
  const conditionGroups = groups.toSpliced(groupIndex, 0, newConditionGroup(`Opt${n}`));
  return { steps: steps.map((step) => (step === branch ? { ...branch, conditionGroups } : step)), groupIndex };
}

/** A branch keeps at least two groups (spec STEP-60). */
export function canDeleteConditionGroup(step: WorkflowStep): boolean {
  return step.type === 'Branch' && step.conditionGroups.length > MIN_GROUPS;
}

/** Deletes a condition group and the steps in it; of two groups neither can be deleted. */
export function deleteConditionGroup(steps: readonly WorkflowStep[], stepId: string, groupIndex: number): WorkflowStep[] {
  const branch = findBranch(steps, stepId);
  const group = branch?.conditionGroups[groupIndex];
  if (!branch || !group || !canDeleteConditionGroup(branch)) return [...steps];
  // A branch with only this group tells which steps are in it.
  const alone: StepOf<'Branch'> = { ...branch, conditionGroups: [group] };
  const inGroup = collectUnit(
    steps.map((step) => (step === branch ? alone : step)),
    stepId,
  );
  const taken = new Set(inGroup.slice(1).map((step) => step.stepId));
  const rest: StepOf<'Branch'> = { ...branch, conditionGroups: branch.conditionGroups.toSpliced(groupIndex, 1) };
  return steps.filter((step) => !taken.has(step.stepId)).map((step) => (step === branch ? rest : step));
}

function findBranch(steps: readonly WorkflowStep[], stepId: string): StepOf<'Branch'> | undefined {
  return steps.find((step): step is StepOf<'Branch'> => step.stepId === stepId && step.type === 'Branch');
}

function alwaysHolds(group: ConditionGroup): boolean {
  return !group.useScript && (group.conditions ?? []).length === 0;
}
