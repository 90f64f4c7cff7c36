import { MOST_WORKFLOW_FOLDERS, workflowFolderCalls } from '@portage/contracts/calls';
import {
  deleteWorkflowFolder,
  findSqlState,
  insertWorkflowFolder,
  listWorkflowFolders,
  moveToFolder,
  renameWorkflowFolder,
  restoreWorkflowFolder,
  UNIQUE_VIOLATION,
} from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { type ApiProblem, conflict, notFound, workflowNotFound } from '../http/api-problem.ts';
import { createOnce } from '../http/create-once.ts';
import { implement } from '../http/implement.ts';
import { requireFolder } from './require-folder.ts';
import { restorableSince } from './restorable.ts';

export const folderRoutes = implement(workflowFolderCalls, {
  'GET /api/workflow-folders': (_, { db, user }) => listWorkflowFolders(db, user.id),

  async 'POST /api/workflow-folders'({ body: { name } }, context) {
    const id = context.newId();
    const folder = { id, name, createdAt: context.now() };
    const isMade = await orNameTaken(() =>
      createOnce(
        () => insertWorkflowFolder(context.db, context.user.id, folder, MOST_WORKFLOW_FOLDERS),
        async () => (await listWorkflowFolders(context.db, context.user.id)).folders.some((made) => made.id === id) || null,
      ),
    );
    if (!isMade) throw tooMany();
    await auditChange(context, 'workflow-folder.created', { folderId: id, name });
    return { folder: { id, name, workflowCount: 0 } };
  },

  async 'PUT /api/workflow-folders/{id}'({ params: { id }, body: { name } }, context) {
    const before = await orNameTaken(() => renameWorkflowFolder(context.db, context.user.id, id, name));
    if (before === null) throw notFound('This folder');
    await auditChange(context, 'workflow-folder.renamed', { folderId: id, before, after: name });
    return { isSuccess: true, warnings: [] };
  },

  async 'DELETE /api/workflow-folders/{id}'({ params: { id } }, context) {
    const name = await deleteWorkflowFolder(context.db, context.user.id, id, context.now());
    if (name === null) throw notFound('This folder');
    await auditChange(context, 'workflow-folder.deleted', { folderId: id, name });
    return { isSuccess: true, warnings: [] };
  },

  async 'POST /api/workflow-folders/{id}/restore'({ params: { id } }, context) {
    const bounds = { deletedAfter: restorableSince(context.now()), maxFolders: MOST_WORKFLOW_FOLDERS };
    const name = await orNameTaken(() => restoreWorkflowFolder(context.db, context.user.id, id, bounds));
    if (name === false) throw tooMany();
    // A second press of Undo finds the folder already restored.
    if (name === null) await requireFolder(id, context);
    await auditChange(context, 'workflow-folder.restored', { folderId: id, ...(name === null ? {} : { name }) });
    return { isSuccess: true, warnings: [] };
  },

  async 'PUT /api/workflows/{id}/folder'({ params: { id }, body: { folderId } }, context) {
    if (folderId !== null) await requireFolder(folderId, context);
    const moved = await moveToFolder(context.db, context.user.id, id, folderId);
    if (!moved) throw workflowNotFound();
    await auditChange(context, 'workflow.moved', { workflowId: id, before: moved.before, after: folderId });
    return { isSuccess: true, warnings: [] };
  },
});

function tooMany(): ApiProblem {
  return conflict('too-many-folders', `You have ${MOST_WORKFLOW_FOLDERS} folders, the most that an account can have. Delete one first.`);
}

/** The database decides, so that two folders created simultaneously don't get the same name. */
async function orNameTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (findSqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw conflict('folder-name-taken', 'You already have a folder with this name. Choose another name.');
  }
}
