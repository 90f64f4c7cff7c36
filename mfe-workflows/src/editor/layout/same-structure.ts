import { hasErrorPath, type WorkflowStep } from '@portage/workflow';

/** Whether both are drawn alike, so that typing in a form lays nothing out again. Skips steps that are the same object. */
export function hasSameStructure(one: readonly WorkflowStep[], other: readonly WorkflowStep[]): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((step, index) => step === other[index] || isAlike(step, other[index]));
}

function isAlike(one: WorkflowStep, other: WorkflowStep | undefined): boolean {
  if (!other || one.stepId !== other.stepId || one.clientId !== other.clientId) return false;
  if ((one.nextStepId ?? null) !== (other.nextStepId ?? null)) return false;
  if (Boolean(one.isHiddenFromCustomer) !== Boolean(other.isHiddenFromCustomer)) return false;
  if (serializeNotes(one) !== serializeNotes(other)) return false;
  if (one.type === 'Branch' && other.type === 'Branch') return serializeGroups(one) === serializeGroups(other);
  if (one.type === 'Loop' && other.type === 'Loop') {
    return (one.loopFirstStepId ?? null) === (other.loopFirstStepId ?? null) && one.pagedItemsLimit === other.pagedItemsLimit;
  }
  if (getErrorPath(one) !== getErrorPath(other)) return false;
  if (one.type === 'ConnectorOperation' && other.type === 'ConnectorOperation') return one.useAutoPaging === other.useAutoPaging;
  return one.type === other.type;
}

/** The boxes of a step's notes; their texts change no position. */
function serializeNotes({ notes = [] }: WorkflowStep): string {
  return notes.map(({ x, y, width, height }) => `${x} ${y} ${width} ${height}`).join();
}

/** Undefined if the step has no error path. */
function getErrorPath(step: WorkflowStep): string | null | undefined {
  return hasErrorPath(step) ? (step.errorFirstStepId ?? null) : undefined;
}

function serializeGroups(step: Extract<WorkflowStep, { type: 'Branch' }>): string {
  return JSON.stringify(step.conditionGroups.map((group) => [group.nextStepId ?? null, Boolean(group.isHiddenFromCustomer)]));
}
