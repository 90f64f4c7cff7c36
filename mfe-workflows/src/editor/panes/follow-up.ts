import { approvalDecisions, getPositionAfter, insertStep, newStep, type PathKey, type WorkflowStep, writePath } from '@portage/workflow';

/** A step that uses a value of another one. */
export type FollowUp = 'branch' | 'loop';

/** Which steps a value suggests: a branch on a decision (true or false, or an approval's), a loop over a list. */
export function listFollowUps(value: unknown): FollowUp[] {
  if (Array.isArray(value)) return ['loop'];
  return typeof value === 'boolean' || isDecision(value) ? ['branch'] : [];
}

function isDecision(value: unknown): boolean {
  return approvalDecisions.some((decision) => decision === value);
}

export interface FollowUpSettings {
  /** The new step comes after this one. */
  stepId: string;
  keys: readonly PathKey[];
  value: unknown;
  makeId: () => string;
}

/** Adds a branch or a loop that uses the value. @returns the steps, and the new one's clientId */
export function addFollowUp(
  steps: readonly WorkflowStep[],
  followUp: FollowUp,
  { stepId, keys, value, makeId }: FollowUpSettings,
): { steps: WorkflowStep[]; clientId: string } {
  const expression = `$${writePath('Steps', keys)}`;
  const names = steps.map((step) => step.stepId);
  const settings = { makeId, now: () => new Date() };
  const made = newStep(followUp === 'branch' ? 'Branch' : 'Loop', names, settings);
  const clientId = makeId();
  const place = getPositionAfter(steps, stepId);
  if (made.type === 'Loop')
    return { steps: insertStep(steps, place, { ...made, clientId, listContextDataEntityName: expression }), clientId };
  if (made.type !== 'Branch') throw new TypeError(`A ${made.type} can't follow a value.`);
  const [yes, ...others] = made.conditionGroups;
  const condition = isDecision(value)
    ? ({ leftExpression: expression, operator: 'Equals', rightExpression: approvalDecisions[0] } as const)
    : ({ leftExpression: expression, operator: 'IsTrue' } as const);
  const conditionGroups = yes ? [{ ...yes, conditions: [condition] }, ...others] : others;
  return { steps: insertStep(steps, place, { ...made, clientId, conditionGroups }), clientId };
}
