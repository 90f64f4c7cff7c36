import { findPlaybook, type PlaybookChange, updatePlaybook } from '@portage/database';
import { conflict, notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { saveOptimistically } from '../../http/save-optimistically.ts';
import { type OpenPlaybook, openPlaybook } from './stored-playbook.ts';

/** @throws ApiProblem 404 */
export async function ownPlaybook(id: string, { db, user }: UserContext): Promise<OpenPlaybook> {
  const row = await findPlaybook(db, user.id, id);
  if (!row) throw notFound('This playbook');
  return openPlaybook(row);
}

/**
 * Reads a playbook, decides, and writes. If another write came in between, it decides again from that result, so that two
 * browser tabs don't lose each other's changes.
 *
 * @param decide null: there is nothing to write
 * @throws ApiProblem 404, 409 `playbook-busy`
 */
export function changePlaybook(
  id: string,
  context: UserContext,
  decide: (row: OpenPlaybook) => Promise<PlaybookChange | null> | PlaybookChange | null,
): Promise<OpenPlaybook> {
  const { db, user, now } = context;
  return saveOptimistically(async () => {
    const row = await ownPlaybook(id, context);
    const change = await decide(row);
    if (change === null) return row;
    const written = await updatePlaybook(db, user.id, row.id, row.revision, change, now());
    return written ? openPlaybook(written) : undefined;
  }, playbookBusy);
}

function playbookBusy() {
  return conflict('playbook-busy', 'This playbook is being changed elsewhere right now. Please try again.');
}
