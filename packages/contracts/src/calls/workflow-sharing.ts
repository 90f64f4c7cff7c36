import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema } from './call-results.ts';
import { storableText } from './query-fields.ts';

const codeField = storableText(200).min(1);

export const workflowSharingCalls = defineCalls({
  'POST /api/workflows/{id}/share': {
    summary:
      'Creates the link with which others import a copy of the workflow as it is now. Each call returns the same link, with the newest state. The copy contains no connector ids, written-out credentials or stored data.',
    access: 'user',
    effect: 'write',
    response: z.object({ link: z.string() }),
  },
  'DELETE /api/workflows/{id}/share': {
    summary: 'Stops sharing; links that were given out no longer work.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
  'GET /api/workflows/{id}/import-info': {
    summary:
      'What a shared link offers to anyone with its code: the workflow’s name and who shared it (404 shared-link-invalid otherwise).',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ sharedWorkflowCode: codeField }),
    response: z.object({ name: z.string(), createdByUserName: z.string() }),
  },
  'POST /api/workflows/import': {
    summary:
      'Creates an inactive copy of a shared workflow for the caller (404 shared-link-invalid if the code is wrong or no longer valid).',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      workflowIdToImport: codeField,
      sharedWorkflowCode: codeField,
      workflowName: storableText(200).trim().min(1),
    }),
    response: z.object({ workflowId: z.string() }),
  },
});
