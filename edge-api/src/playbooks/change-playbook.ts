import { type PlaybookChange, type PlaybookRow, playbookRepository } from '@portage/database';
import { conflict, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';

/** Gives up after losing to other writes this many times in a row. */
const MAX_ATTEMPTS = 10;

/** @throws ApiProblem 404 */
export async function ownPlaybook(id: string, { db, user }: UserContext): Promise<PlaybookRow> {
  const row = await playbookRepository(db).find(user.id, id);
  if (!row) throw notFound('This playbook');
  return row;
}

/**
 * Reads a playbook, decides, and writes. If another write came in between, it decides again from that result, so that two
 * browser tabs don't lose each other's changes.
 *
 * @param decide null: there is nothing to write
 * @throws ApiProblem 404, 409 `playbook-busy`
 */
export async function changePlaybook(
  id: string,
  context: UserContext,
  decide: (row: PlaybookRow) => Promise<PlaybookChange | null> | PlaybookChange | null,
): Promise<PlaybookRow> {
  const { db, user, now } = context;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const row = await ownPlaybook(id, context);
    const change = await decide(row);
    if (change === null) return row;
    const written = await playbookRepository(db).update(user.id, row.id, row.revision, change, now());
    if (written) return written;
  }
  throw conflict('playbook-busy', 'This playbook is being changed elsewhere right now. Please try again.');
}
