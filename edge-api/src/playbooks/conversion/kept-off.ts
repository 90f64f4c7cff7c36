import { findWorkflowStates } from '@portage/database';
import type { UserContext } from '../../http/context.ts';
import type { AppliedWorkflow, OpenPlaybook } from '../model/stored-playbook.ts';

/**
 * Records which workflows a person has switched off, before a pause or an update switches any off itself. Records of an earlier, interrupted
 * update stay: a workflow may be off because of it.
 */
export async function markSwitchedOff(row: OpenPlaybook, { db, user }: UserContext): Promise<Record<string, AppliedWorkflow>> {
  const states = await findWorkflowStates(db, user.id, Object.values(row.workflowIds));
  const noted = Object.entries(row.applied).map(([id, workflow]): [string, AppliedWorkflow] => {
    const state = states.get(row.workflowIds[id] ?? '');
    return [id, { ...workflow, isKeptOff: workflow.isKeptOff ?? (state !== undefined && !state.isActive) }];
  });
  return Object.fromEntries(noted);
}

/** Clears those records: the next pause or update looks again. */
export function clearSwitchedOff(row: OpenPlaybook): Record<string, AppliedWorkflow> {
  return Object.fromEntries(Object.entries(row.applied).map(([id, { isKeptOff: _, ...workflow }]) => [id, workflow]));
}
