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
    summary: 'The draft of an active workflow, or null.',
    access: 'user',
    effect: 'read',
    response: z.object({ draft: draftSchema.nullable() }),
  },
  'PUT /api/workflows/{id}/draft': {
    summary:
      'Saves the draft of an active workflow (409 workflow-inactive otherwise); the first save creates it, unless the steps equal those of the published version (draft is then null). It starts no runs until it is published. versionId is the version of the draft that was changed or, without a draft, the published version: 409 version-conflict if another save came first, by the rules of PUT /api/workflows/{id}.',
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
  },
  'DELETE /api/workflows/{id}/draft': {
    summary:
      'Discards the draft; the version history keeps what was saved. 409 version-conflict if versionId is not the draft’s newest version.',
    access: 'user',
    effect: 'write',
    query: z.strictObject({ versionId: versionIdField }),
    response: changeResultSchema,
  },
  'POST /api/workflows/{id}/draft/publish': {
    summary:
      'Publishes the draft: new runs use it, and runs that have begun keep their version. It is checked as for an activation (400 with the first problem). 409 workflow-inactive if the workflow is not active, version-conflict if versionId is not the draft’s newest version, published-changed if other steps were published since the draft began; publishedVersionId then says which version the caller means to replace. label and note describe the new version.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      versionId: versionIdField,
      publishedVersionId: versionIdField.optional(),
      label: labelField,
      note: noteField,
    }),
    response: z.object({ workflow: workflowSchema, warnings: z.array(warningSchema) }),
  },
  'GET /api/workflows/{id}/versions/{versionId}': {
    summary: 'One version of a workflow or draft; for a while also one that a later save replaced.',
    access: 'user',
    effect: 'read',
    response: z.object({ workflowVersion: workflowVersionSchema }),
  },
  'PUT /api/workflows/{id}/versions/{versionId}': {
    summary: 'Gives a version a name (label) and a note; an omitted field is unchanged, null or an empty text removes it.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ label: labelField, note: noteField }),
    response: z.object({ workflowVersion: workflowVersionSchema }),
  },
});
