import { loggingModes, workflowStepsSchema } from '@portage/workflow';
import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { warningSchema } from './call-results.ts';
import { storableText } from './query-fields.ts';

/** As many as one transaction writes well within the database's time. */
const MOST_APPLIED_WORKFLOWS = 200;
/** Beyond the usual limit of a call: it has whole workflows. */
const LARGEST_APPLY_BYTES = 10_000_000;

/** In lower case, so that one id written twice is found to be the same. */
const idField = z.uuid().toLowerCase();
/** The versions that the caller read: the current one, and the draft's if there is one. */
const revisionFields = { versionId: idField, draftVersionId: idField.nullable() };
const contentFields = {
  name: storableText(200).trim().min(1),
  description: storableText(2_000).nullable(),
  loggingMode: z.enum(loggingModes),
  steps: workflowStepsSchema,
};

export const workflowFileCalls = defineCalls({
  'POST /api/workflows/apply': {
    summary: `Creates, changes and deletes up to ${MOST_APPLIED_WORKFLOWS} workflows in one transaction: all of it happens or nothing. A workflow to change or delete names the versions that the caller read; 409 version-conflict if it was changed since, 404 if it was deleted. For a new workflow, versionId is null and id a UUID of the caller’s choice: repeating the call creates nothing twice, and steps of the same call may call the workflow by it. The response has the workflow’s own id. Without publish, an active workflow gets a draft, and changes of its name, description or logging are refused. With publish, each workflow is active with the sent steps; 400 with every problem if one is not valid. dryRun only checks. Each error names its workflow in field, such as workflows[2].`,
    access: 'user',
    effect: 'write',
    bodyLimitBytes: LARGEST_APPLY_BYTES,
    body: z.strictObject({
      workflows: z
        .array(z.strictObject({ id: idField, ...revisionFields, versionId: idField.nullable(), ...contentFields }))
        .max(MOST_APPLIED_WORKFLOWS),
      deletions: z
        .array(z.strictObject({ id: idField, ...revisionFields }))
        .max(MOST_APPLIED_WORKFLOWS)
        .default([]),
      publish: z.boolean().default(false),
      dryRun: z.boolean().default(false),
    }),
    response: z.object({
      /** In the order of the request; what a dry run would do. */
      workflows: z.array(z.object({ id: z.string(), ...revisionFields, outcome: z.enum(['created', 'changed', 'unchanged']) })),
      warnings: z.array(warningSchema),
    }),
  },
});
