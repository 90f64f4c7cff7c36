import { listVariableNames } from '@portage/database';
import { readVariableNames, unknownVariableProblems, type WorkflowProblem, type WorkflowStep } from '@portage/workflow';
import type { UserContext } from '../http/context.ts';

/** Steps that name variables which the owner doesn't have. Reads the database only if the steps name any. */
export async function findUnknownVariables(
  steps: readonly WorkflowStep[],
  { db, user }: UserContext,
): Promise<(WorkflowProblem & { stepId: string })[]> {
  if (readVariableNames(steps)?.size === 0) return [];
  return unknownVariableProblems(steps, await listVariableNames(db, user.id)).map((problem) => ({
    ...problem,
    message: `${problem.message}. Create it on the Variables page, or correct its name.`,
  }));
}
