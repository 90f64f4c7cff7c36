import { workflowStepsSchema } from '@portage/workflow';
import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema, warningSchema } from './call-results.ts';
import { storableText } from './query-fields.ts';
import { editorStateSchema, workflowSchema, workflowVersionSchema } from './workflow-fields.ts';

/** Changes to an active workflow that aren't published yet. */
const draftSchema = z.object({
  /** Changes with every save. */
  versionId: z.string(),
  /** The published version that the draft began from. */
  fromVersionId: z.string(),
  steps: workflowStepsSchema,
  hasHiddenSteps: z.boolean(),
  lastUpdatedAt: z.string(),
  savedBy: z.enum(['owner', 'admin']),
});

const versionIdField = storableText(200).min(1);
const labelField = storableText(100).trim().nullable().optional();
const noteField = storableText(2_000).trim().nullable().optional();

export const workflowDraftCalls = defineCalls({
  'GET /api/workflows/{id}/draft': {
    summary: 'The draft beside the published version of a workflow, or null.',
    access: 'user',
    effect: 'read',
    response: z.object({ draft: draftSchema.nullable() }),
    source: 'EDIT-46',
  },
  'PUT /api/workflows/{id}/draft': {
    summary:
      'Saves the draft of an active workflow (409 workflow-inactive otherwise); the first save makes it, unless the steps are those of the published version (draft is null then). It starts no runs until it is published. versionId is the draft’s version that was changed, or the published version where there was no draft: 409 version-conflict when another save came first, by the rules of PUT /api/workflows/{id}.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      versionId: versionIdField,
      steps: workflowStepsSchema,
      editorSessionId: storableText(100).min(1).optional(),
      editorSaveNumber: z.number().int().min(1).max(1_000_000_000).optional(),
      isAutosave: z.boolean().optional(),
      state: editorStateSchema.nullable().optional(),
    }),
    response: z.object({ draft: draftSchema.nullable() }),
    source: 'EDIT-46, API-25',
  },
  'DELETE /api/workflows/{id}/draft': {
    summary:
      'Discards the draft; the history of versions keeps what was saved. 409 version-conflict when versionId is not the draft’s newest version.',
    access: 'user',
    effect: 'write',
    query: z.strictObject({ versionId: versionIdField }),
    response: changeResultSchema,
    source: 'EDIT-46',
  },
  'POST /api/workflows/{id}/draft/publish': {
    summary:
      'Runs start from the draft from now on; those that have begun keep their version. Checked like an activation (400 with the first problem). 409 workflow-inactive where the workflow is not active, version-conflict when versionId is not the draft’s newest version, published-changed when other steps were published since the draft began; publishedVersionId then says which version the caller means to replace. label and note describe the new version.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      versionId: versionIdField,
      publishedVersionId: versionIdField.optional(),
      label: labelField,
      note: noteField,
    }),
    response: z.object({ workflow: workflowSchema, warnings: z.array(warningSchema) }),
    source: 'EDIT-46, API-29',
  },
  'GET /api/workflows/{id}/versions/{versionId}': {
    summary: 'One version of a workflow, also a draft, and for a while one that a later version took the place of.',
    access: 'user',
    effect: 'read',
    response: z.object({ workflowVersion: workflowVersionSchema }),
    source: 'API-33',
  },
  'PUT /api/workflows/{id}/versions/{versionId}': {
    summary: 'Gives a version a name (label) and a note; a field that is left out stays, null or an empty text takes it away.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ label: labelField, note: noteField }),
    response: z.object({ workflowVersion: workflowVersionSchema }),
    source: 'API-33',
  },
});
