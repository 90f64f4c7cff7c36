import { indexSteps } from '../flow/index-steps.ts';
import { renameStepReferences } from '../naming/rename-step.ts';
import type { BranchStep, ConditionGroup } from '../step-types/branch-schema.ts';
import { hasErrorPath } from '../step-types/error-path.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { findHiddenSteps, hasHidden } from './hidden-steps.ts';
import { matchGroups } from './match-groups.ts';

/** Why a save can't keep the hidden steps; a message for the owner. */
export class HiddenStepsError extends Error {
  override name = 'HiddenStepsError';
}

/** One pointer slot of a step: `next`, `body` of a loop, `error` for an error path, or a condition group by index. */
interface Slot {
  step: WorkflowStep;
  at: 'next' | 'body' | 'error' | number;
}

/**
 * Puts the stored workflow's hidden steps back into the steps saved by its owner, who doesn't see them. Hidden steps stay directly after
 * the step they were after; if that one is gone, after the step before it. A step that the owner renamed is also renamed in the hidden
 * steps.
 *
 * @param saved the owner's steps, matched by `clientId`.
 * @param stored the newest version, including hidden steps; every step has its `clientId`.
 * @throws HiddenStepsError if the owner deleted a loop, a branch or a condition group that contains hidden steps, or gave a step the name
 * of a hidden one.
 */
export function keepHiddenSteps(saved: readonly WorkflowStep[], stored: readonly WorkflowStep[]): WorkflowStep[] {
  if (!stored.some(hasHidden)) return [...saved];
  const hidden = findHiddenSteps(stored);
  refuseTakenNames(saved, hidden);
  const given = new Map(saved.map((step) => [step.clientId, step]));
  const visible = stored.filter((step) => !hidden.has(step));
  const gone = new Set(visible.filter((step) => !given.has(step.clientId)).map(({ stepId }) => stepId));

  const merged = new Map<string | undefined, WorkflowStep>();
  for (const step of saved) {
    const before = visible.find(({ clientId }) => clientId === step.clientId);
    merged.set(step.clientId, withHiddenGroups(step, before));
  }
  for (const step of renamed([...hidden], visible, given)) merged.set(step.clientId, step);

  const index = indexSteps(stored);
  for (const slot of slotsToHidden(stored, hidden, index)) {
    const run = hiddenRun(index.get(getTarget(slot) ?? ''), hidden, index);
    splice(run, standingSlot(slot, stored, merged), merged);
  }
  // The target of a hidden step's pointer if it still exists, otherwise the end of the chain.
  for (const step of hidden) {
    const kept = merged.get(step.clientId);
    if (kept?.nextStepId && gone.has(kept.nextStepId)) kept.nextStepId = null;
  }
  return inStoredOrder(saved, stored, hidden).map((step) => merged.get(step.clientId) ?? step);
}

function refuseTakenNames(saved: readonly WorkflowStep[], hidden: ReadonlySet<WorkflowStep>): void {
  const names = new Set([...hidden].map(({ stepId }) => stepId));
  const taken = saved.find(({ stepId }) => names.has(stepId));
  if (taken) throw new HiddenStepsError(`The name “${taken.stepId}” is taken by a step that is hidden from you. Choose another name.`);
}

/** Copies of the hidden steps in which visible steps have their new names. */
function renamed(hidden: WorkflowStep[], visible: readonly WorkflowStep[], given: ReadonlyMap<string | undefined, WorkflowStep>) {
  let steps: WorkflowStep[] = hidden.map((step) => ({ ...step }));
  for (const { clientId, stepId } of visible) {
    const newName = given.get(clientId)?.stepId;
    if (newName !== undefined && newName !== stepId) steps = renameStepReferences(steps, stepId, newName);
  }
  return steps;
}

/** A branch with its hidden groups restored, each after the group it was after. */
function withHiddenGroups(step: WorkflowStep, before: WorkflowStep | undefined): WorkflowStep {
  if (step.type !== 'Branch' || before?.type !== 'Branch' || !before.conditionGroups.some(isHidden)) return { ...step };
  const places = matchGroups(
    before.conditionGroups.filter((group) => !isHidden(group)),
    step.conditionGroups,
  );
  const behind = new Map<number, ConditionGroup[]>();
  let place = -1;
  let shown = 0;
  for (const group of before.conditionGroups) {
    if (isHidden(group)) behind.set(place, [...(behind.get(place) ?? []), { ...group }]);
    else place = places[shown++] ?? place;
  }
  const groups = step.conditionGroups.flatMap((group, at) => [group, ...(behind.get(at) ?? [])]);
  return { ...step, conditionGroups: [...(behind.get(-1) ?? []), ...groups] };
}

function isHidden(group: ConditionGroup): boolean {
  return group.isHiddenFromCustomer === true;
}

/** The slots of visible steps that point to a hidden one, in workflow order. */
function slotsToHidden(stored: readonly WorkflowStep[], hidden: ReadonlySet<WorkflowStep>, index: ReadonlyMap<string, WorkflowStep>) {
  return stored
    .filter((step) => !hidden.has(step))
    .flatMap(listSlots)
    .filter((slot) => {
      const { step, at } = slot;
      if (typeof at === 'number' && step.type === 'Branch' && isHidden(step.conditionGroups[at] as ConditionGroup)) return false;
      const target = index.get(getTarget(slot) ?? '');
      return target !== undefined && hidden.has(target);
    });
}

function listSlots(step: WorkflowStep): Slot[] {
  return [
    { step, at: 'next' },
    ...(step.type === 'Loop' ? [{ step, at: 'body' } as const] : []),
    ...(hasErrorPath(step) ? [{ step, at: 'error' } as const] : []),
    ...(step.type === 'Branch' ? step.conditionGroups.map((_, at) => ({ step, at })) : []),
  ];
}

function getTarget({ step, at }: Slot): string | null {
  if (at === 'next') return step.nextStepId ?? null;
  if (at === 'body') return (step.type === 'Loop' ? step.loopFirstStepId : null) ?? null;
  if (at === 'error') return (hasErrorPath(step) ? step.errorFirstStepId : null) ?? null;
  return (step.type === 'Branch' ? step.conditionGroups[at]?.nextStepId : null) ?? null;
}

/** A hidden step and the hidden ones that directly follow it. */
function hiddenRun(first: WorkflowStep | undefined, hidden: ReadonlySet<WorkflowStep>, index: ReadonlyMap<string, WorkflowStep>) {
  const run: WorkflowStep[] = [];
  let step = first;
  while (step && hidden.has(step) && !run.includes(step)) {
    run.push(step);
    step = index.get(step.nextStepId ?? '');
  }
  return run;
}

/** The same slot in the saved steps; if its step is gone, the slot that pointed to that step. */
function standingSlot(slot: Slot, stored: readonly WorkflowStep[], merged: ReadonlyMap<string | undefined, WorkflowStep>): Slot | null {
  const seen = new Set<WorkflowStep>();
  for (let { step, at } = slot; !seen.has(step); ) {
    seen.add(step);
    const kept = merged.get(step.clientId);
    if (kept && at === 'next') return { step: kept, at };
    if (at !== 'next')
      return { step: requireHolder(step, kept), at: typeof at === 'number' ? resolveGroupIndex(step as BranchStep, kept, at) : at };
    const before = stored.flatMap(listSlots).find((one) => one.step !== step && getTarget(one) === step.stepId);
    if (!before) return null;
    ({ step, at } = before);
  }
  return null;
}

function requireHolder(step: WorkflowStep, kept: WorkflowStep | undefined): WorkflowStep {
  if (kept?.type === step.type && hasErrorPath(kept) === hasErrorPath(step)) return kept;
  throw new HiddenStepsError(`“${step.stepId}” contains steps that are hidden from you, so it cannot be deleted.`);
}

function resolveGroupIndex(step: BranchStep, kept: WorkflowStep | undefined, at: number): number {
  const now = (requireHolder(step, kept) as BranchStep).conditionGroups;
  const place = matchGroups(step.conditionGroups, now)[at];
  if (place !== undefined) return place;
  const name = step.conditionGroups[at]?.name ?? '';
  throw new HiddenStepsError(`“${name}” of “${step.stepId}” contains steps that are hidden from you, so it cannot be deleted.`);
}

/** Makes the slot lead through the hidden steps to its previous target. */
function splice(run: readonly WorkflowStep[], slot: Slot | null, merged: ReadonlyMap<string | undefined, WorkflowStep>): void {
  const [first, last] = [run[0], merged.get(run.at(-1)?.clientId)];
  if (!slot || !first || !last) return;
  const { step, at } = slot;
  const target = getTarget(slot);
  if (target === first.stepId) return;
  last.nextStepId = target;
  if (at === 'next') step.nextStepId = first.stepId;
  else if (at === 'body' && step.type === 'Loop') step.loopFirstStepId = first.stepId;
  else if (at === 'error' && hasErrorPath(step)) step.errorFirstStepId = first.stepId;
  else if (step.type === 'Branch') {
    step.conditionGroups = step.conditionGroups.map((group, place) => (place === at ? { ...group, nextStepId: first.stepId } : group));
  }
}

/** The saved steps in order, each hidden step after the step that it follows in the stored list. */
function inStoredOrder(saved: readonly WorkflowStep[], stored: readonly WorkflowStep[], hidden: ReadonlySet<WorkflowStep>) {
  const ids = new Set(saved.map(({ clientId }) => clientId));
  const behind = new Map<string | undefined, WorkflowStep[]>();
  let place: string | undefined;
  for (const step of stored) {
    if (hidden.has(step)) behind.set(place, [...(behind.get(place) ?? []), step]);
    else if (ids.has(step.clientId)) place = step.clientId;
  }
  return [...(behind.get(undefined) ?? []), ...saved.flatMap((step) => [step, ...(behind.get(step.clientId) ?? [])])];
}
