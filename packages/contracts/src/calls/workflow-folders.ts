import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema } from './call-results.ts';
import { storableText } from './query-fields.ts';

/** Enough while still letting people see them at a glance. */
export const MOST_WORKFLOW_FOLDERS = 100;
/** How long the deletion of a workflow, a folder or a template can be undone. */
export const RESTORABLE_HOURS = 24;

const folderSchema = z.object({ id: z.string(), name: z.string(), workflowCount: z.number() });
const nameBody = z.strictObject({ name: storableText(80).trim().min(1, 'Please input Folder Name') });

/** Folders for the caller's own workflows, one level deep. */
export const workflowFolderCalls = defineCalls({
  'GET /api/workflow-folders': {
    summary: 'The caller’s folders by name, with the number of workflows in each, in none (unfiledCount) and in total.',
    access: 'user',
    effect: 'read',
    response: z.object({ folders: z.array(folderSchema), unfiledCount: z.number(), totalCount: z.number() }),
  },
  'POST /api/workflow-folders': {
    summary: `Creates a folder. 409 folder-name-taken if the caller already has one of that name; at most ${MOST_WORKFLOW_FOLDERS} (409 too-many-folders).`,
    access: 'user',
    effect: 'write',
    body: nameBody,
    response: z.object({ folder: folderSchema }),
  },
  'PUT /api/workflow-folders/{id}': {
    summary: 'Renames a folder. 409 folder-name-taken if the caller has another of that name.',
    access: 'user',
    effect: 'write',
    body: nameBody,
    response: changeResultSchema,
  },
  'DELETE /api/workflow-folders/{id}': {
    summary: 'Deletes a folder; its workflows stay, without a folder.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
  'POST /api/workflow-folders/{id}/restore': {
    summary: `Undoes the deletion of a folder, for ${RESTORABLE_HOURS} hours; workflows that were not moved elsewhere are in it again.`,
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
  'PUT /api/workflows/{id}/folder': {
    summary: 'Moves a workflow to one of the caller’s folders; null removes it from its folder.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ folderId: z.string().min(1).max(200).nullable() }),
    response: changeResultSchema,
  },
});
