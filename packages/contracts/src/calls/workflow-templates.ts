import { workflowStepsSchema } from '@portage/workflow';
import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema } from './call-results.ts';
import { pageFields, searchField, sortField, storableText, switchField } from './query-fields.ts';
import { RESTORABLE_HOURS } from './workflow-folders.ts';

/** A system that a template needs. */
const neededTypeSchema = z.object({
  id: z.string(),
  /** Null: it is gone, or not visible to the caller. */
  name: z.string().nullable(),
  hasLogo: z.boolean(),
  isAvailable: z.boolean(),
  /** Existing connectors can be used, but no new ones created. */
  isHiddenForNewConnectors: z.boolean(),
});

/** A template in lists: every field of spec TPL-01 except the steps. */
const templateSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  isDashboard: z.boolean(),
  dashboardSourceConnectorTypeId: z.string().nullable(),
  /** It came with Portage. */
  isSystem: z.boolean(),
  /** Complete as it is: it can run at once, with no system or only ones that a local Portage simulates. */
  isStarter: z.boolean(),
  connectorTypes: z.array(neededTypeSchema),
  createdAt: z.string(),
  lastUpdatedAt: z.string(),
});

/** Spec TPL-01. Steps name connector types, never a connector. */
const templateSchema = templateSummarySchema.extend({
  steps: workflowStepsSchema,
  /** Steps hidden from customers were left out of this response; a workflow made with `templateId` has them. */
  hasHiddenSteps: z.boolean(),
});

const nameField = storableText(200).trim().min(1, 'Please input Template Name');
const descriptionField = storableText(2_000).nullable();
const workflowIdField = z.string().min(1).max(200);

const changeBody = z.strictObject({
  name: nameField.optional(),
  description: descriptionField.optional(),
  isActive: z.boolean().optional(),
  /** Its steps replace the template's. */
  workflowId: workflowIdField.optional(),
});

const changed = z.object({ template: templateSchema });
const CLEANING = 'The template contains no connectors, dashboard ids, webhook codes, sample values or written-out credentials.';

export const workflowTemplateCalls = defineCalls({
  'GET /api/workflow-templates': {
    summary:
      'Lists active templates whose systems the caller can connect: starters first, then by name, or sorted; a template whose name equals the query comes before all. An admin sees all active ones and, with includeInactive=true, inactive ones too.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({
      query: searchField(),
      includeInactive: switchField(),
      connectorTypeId: searchField(),
      sort: sortField(['name', 'isActive']),
      ...pageFields(),
    }),
    response: z.object({ templates: z.array(templateSummarySchema), totalCount: z.number() }),
  },
  'POST /api/workflow-templates': {
    summary: `Creates an active template from the newest version of any user’s workflow (409 template-name-taken if the name is in use). ${CLEANING}`,
    access: 'admin',
    effect: 'write',
    body: z.strictObject({ name: nameField, description: descriptionField.optional(), workflowId: workflowIdField }),
    response: z.object({ templateId: z.string() }),
  },
  'GET /api/workflow-templates/{id}': {
    summary: 'One template with its steps; only admins see an inactive one.',
    access: 'user',
    effect: 'read',
    response: z.object({ template: templateSchema }),
  },
  'PUT /api/workflow-templates/{id}': {
    summary: `Overwrites a template with a workflow, or changes its name, its description or whether it is active. ${CLEANING}`,
    access: 'admin',
    effect: 'write',
    body: changeBody,
    response: changed,
  },
  'PATCH /api/workflow-templates/{id}': {
    summary: 'The same as PUT; omitted fields are unchanged.',
    access: 'admin',
    effect: 'write',
    body: changeBody,
    response: changed,
  },
  'DELETE /api/workflow-templates/{id}': {
    summary: 'Deletes a template; workflows made from it stay.',
    access: 'admin',
    effect: 'write',
    response: changeResultSchema,
  },
  'POST /api/workflow-templates/{id}/restore': {
    summary: `Undoes the deletion of a template, for ${RESTORABLE_HOURS} hours; 409 template-name-taken if another template has its name by now.`,
    access: 'admin',
    effect: 'write',
    response: changeResultSchema,
  },
  'POST /api/workflow-templates/{id}/activate': {
    summary: 'Offers the template to everyone.',
    access: 'admin',
    effect: 'write',
    response: changed,
  },
  'POST /api/workflow-templates/{id}/deactivate': {
    summary: 'Withdraws the template: only admins see it from then on. Workflows made from it stay.',
    access: 'admin',
    effect: 'write',
    response: changed,
  },
});
