import { hasWorkflowFolder } from '@portage/database';
import { notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';

/** @throws ApiProblem 404 if the caller has no such folder. */
export async function requireFolder(folderId: string, { db, user }: UserContext): Promise<void> {
  if (!(await hasWorkflowFolder(db, user.id, folderId))) throw notFound('This folder');
}
