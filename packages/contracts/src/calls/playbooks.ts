import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema, warningSchema } from './call-results.ts';
import { directionSchema, idField, mappingSchema } from './integration-fields.ts';
import {
  lookupOptionSchema,
  playbookSchema,
  playbookTemplateSchema,
  playbookTemplateSummarySchema,
  writtenWizardStepSchema,
} from './playbook-fields.ts';
import { pageFields, searchField, sortField, storableText, switchField } from './query-fields.ts';
import { previewFlowSchema } from './sync-fields.ts';

const changed = z.object({ playbook: playbookSchema });
/** Spec API-136: `errorMessage` is null if `isSuccess`. */
const resultSchema = z.object({ isSuccess: z.boolean(), errorMessage: z.string().nullable() });
const entityName = () => storableText(200);

/** Playbook templates (spec API-127..129). */
export const playbookTemplateCalls = defineCalls({
  'GET /api/playbook-templates': {
    summary: 'Active playbook templates, by name or sorted; an admin also sees inactive ones.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({
      name: searchField(),
      isIntegrationApplications: switchField(),
      sort: sortField(['name', 'isActive']),
      ...pageFields(20),
    }),
    response: z.object({ templates: z.array(playbookTemplateSummarySchema), totalCount: z.number() }),
  },
  'GET /api/playbook-templates/{id}': {
    summary: 'One playbook template; only admins see an inactive one.',
    access: 'user',
    effect: 'read',
    response: z.object({ template: playbookTemplateSchema }),
  },
  'POST /api/playbook-templates': {
    summary: 'Adds a playbook template from a `playbook.yaml` (docs/playbooks.md). 400 lists every flaw in the text.',
    access: 'admin',
    effect: 'write',
    body: z.strictObject({
      id: z
        .string()
        .max(100)
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'An id has lowercase letters, digits and dashes'),
      yaml: storableText(200_000),
    }),
    response: z.object({ template: playbookTemplateSchema }),
  },
  'GET /api/playbook-templates/{id}/yaml': {
    summary: 'The text of a playbook template, for editing. `version` identifies this state of it.',
    access: 'admin',
    effect: 'read',
    response: z.object({ yaml: z.string(), version: z.string() }),
  },
  'PUT /api/playbook-templates/{id}': {
    summary:
      'Replaces a playbook template with a `playbook.yaml`. 400 lists every flaw in the text; 409 if the template is no longer at `version`. Playbooks keep their version; newer builds no longer change the template.',
    access: 'admin',
    effect: 'write',
    body: z.strictObject({ yaml: storableText(200_000), version: storableText(100).optional() }),
    response: z.object({ template: playbookTemplateSchema }),
  },
  'PATCH /api/playbook-templates/{id}': {
    summary: 'Switches a playbook template on or off, or changes its name and description. Newer builds no longer change it.',
    access: 'admin',
    effect: 'write',
    body: z.strictObject({
      name: storableText(200).trim().min(1).optional(),
      description: storableText(1_000).trim().min(1).optional(),
      isActive: z.boolean().optional(),
    }),
    response: z.object({ template: playbookTemplateSchema }),
  },
  'DELETE /api/playbook-templates/{id}': {
    summary: 'Deletes a playbook template; its playbooks stay and keep running.',
    access: 'admin',
    effect: 'write',
    response: changeResultSchema,
  },
});

/** A person's playbooks (spec API-130..140). */
export const playbookCalls = defineCalls({
  'GET /api/playbooks': {
    summary: 'The caller’s playbooks, or only those of the given templates.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ playbookTemplateIds: z.union([idField(), z.array(idField()).max(100)]).optional() }),
    response: z.object({ playbooks: z.array(playbookSchema) }),
  },
  'POST /api/playbooks': {
    summary: 'Starts a template: creates the caller’s playbook with its wizard, or returns the one that exists.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ playbookTemplateId: idField() }),
    response: z.object({ playbookId: z.string() }),
  },
  'GET /api/playbooks/schema-fields': {
    summary: 'Fields of the target that a flow of an integration application can fill.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({
      sourceEntity: entityName(),
      targetEntity: entityName(),
      dependEntity: entityName().optional(),
      targetConnectorId: idField(),
      directionType: directionSchema.default('SourceToTarget'),
      integrationApplicationType: entityName().optional(),
    }),
    response: z.object({
      schemaFields: z.array(z.object({ name: z.string(), label: z.string(), type: z.string(), isRequired: z.boolean() })),
    }),
  },
  'GET /api/playbooks/{id}': {
    summary: 'One playbook with its template and wizard.',
    access: 'user',
    effect: 'read',
    response: z.object({ playbook: playbookSchema }),
  },
  'DELETE /api/playbooks/{id}': {
    summary: 'Deletes a playbook; its workflows are switched off and deleted. Records in both systems stay.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
  'PUT /api/playbooks/{id}/wizard/steps/{stepId}/save': {
    summary:
      'Saves a step and moves: to `stepIndex`, back with `goToPreviousStep`, to a new step with `addNewStep`, otherwise to the next step. An invalid step is not saved, and the response says why.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      step: writtenWizardStepSchema,
      goToPreviousStep: z.boolean().default(false),
      stepIndex: z.number().int().min(0).max(200).nullish(),
      addNewStep: z.boolean().default(false),
    }),
    bodyLimitBytes: 500_000,
    response: resultSchema,
  },
  'DELETE /api/playbooks/{id}/wizard/steps/{stepId}': {
    summary: 'Removes an integration that was added in the wizard; the first one stays.',
    access: 'user',
    effect: 'write',
    response: changed,
  },
  'GET /api/playbooks/{id}/wizard/steps/{stepId}/values-to-fill': {
    summary: 'What the workflow template of a wizard’s step lets the person set, with its defaults.',
    access: 'user',
    effect: 'read',
    response: z.object({
      description: z.string().nullable(),
      isScheduled: z.boolean(),
      values: z.array(z.object({ stepId: z.string(), path: z.string(), usual: z.string(), isRequired: z.boolean() })),
    }),
  },
  'POST /api/playbooks/{id}/preview': {
    summary: 'What the first sync of one of the playbook’s workflows would do with the first records. It reads only.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ workflowTemplateId: idField() }),
    response: z.object({ flows: z.array(previewFlowSchema) }),
  },
  'POST /api/playbooks/{id}/update-from-wizard': {
    summary:
      'Creates or updates the playbook’s workflows from its wizard, schedules them and activates them. Calling it again changes only what differs.',
    access: 'user',
    effect: 'write',
    response: changed.extend({ warnings: z.array(warningSchema) }),
  },
  'GET /api/playbooks/{id}/lookup-options/{stepId}/{fieldName}': {
    summary: 'The choices for a question in a wizard’s step, read from the connected system.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ query: searchField() }),
    response: z.object({ lookupOptions: z.array(lookupOptionSchema) }),
  },
  'GET /api/playbooks/{id}/default-mappings/{workflowTemplateId}': {
    summary: 'The default field mappings of one of the playbook’s workflows.',
    access: 'user',
    effect: 'read',
    response: z.object({
      sourceConnectorId: z.string(),
      targetConnectorId: z.string(),
      sourceEntity: z.string(),
      targetEntity: z.string(),
      /** With the saved choices filled in. Mappings without their choice are left out. */
      mappings: z.array(mappingSchema),
      /** Mappings filled by choices, with their placeholders `{answer.name}`: changed mappings that keep them follow the choices. */
      answerMappings: z.array(mappingSchema),
      /** Target fields filled by links to other records (an invoice's customer): they need no mapping. */
      linkedPaths: z.array(z.string()),
    }),
  },
  'POST /api/playbooks/{id}/pause': {
    summary: 'Pauses a playbook: its workflows are switched off, and syncs in progress stop at their next page.',
    access: 'user',
    effect: 'write',
    response: changed,
  },
  'POST /api/playbooks/{id}/resume': {
    summary: 'Resumes a paused playbook; what changed in the meantime is carried over.',
    access: 'user',
    effect: 'write',
    response: changed,
  },
  'GET /api/playbooks/{id}/template-changes': {
    summary: 'What the newer version of the template would change, in sentences.',
    access: 'user',
    effect: 'read',
    response: z.object({ changes: z.array(z.string()) }),
  },
  'POST /api/playbooks/{id}/take-newer-template': {
    summary: 'Takes the newer version of the template. Choices are kept; the wizard opens again if a new question has none.',
    access: 'user',
    effect: 'write',
    response: changed,
  },
});
