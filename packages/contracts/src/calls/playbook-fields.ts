import { schedulePeriods } from '@portage/workflow';
import { z } from 'zod';
import { directionSchema, idField, mappingSchema } from './integration-fields.ts';
import { storableText } from './query-fields.ts';

/** A system that a playbook connects. */
const neededTypeSchema = z.object({ id: z.string(), name: z.string().nullable(), hasLogo: z.boolean(), isAvailable: z.boolean() });

/** A playbook template as lists show it (spec PB-12). */
export const playbookTemplateSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  workflowTemplateIds: z.array(z.string()),
  workflowTemplateIdsToRunAfterFinish: z.array(z.string()),
  customPlaybookType: z.string().nullable(),
  connectorTypeIds: z.array(z.string()),
  integrationType: z.enum(['Default', 'IntegrationApplication']),
  /** It came with Portage. */
  isSystem: z.boolean(),
  connectorTypes: z.array(neededTypeSchema),
  /** The caller's playbook of this template; null: not started yet (PB-07). */
  playbookId: z.string().nullable(),
});

const pageSchema = z.object({ title: z.string(), text: z.string(), points: z.array(z.string()) });

const questionSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  kind: z.enum(['choice', 'found', 'options', 'string', 'number', 'date', 'start']),
  /** For the kind `options`; otherwise empty. */
  options: z.array(z.object({ value: z.string(), title: z.string() })),
  default: z.string().nullable(),
  /** Key of the connector that the choices come from. */
  connector: z.string().nullable(),
  isRequired: z.boolean(),
  message: z.string().nullable(),
  help: z.string().nullable(),
  /** A field of the connector that must be filled first: the person opens the connector for it. */
  connectorField: z.string().optional(),
  /** Names of questions that must be answered before the look-up. */
  dependsOn: z.array(z.string()),
});

const applicationsSchema = z.object({
  pairs: z.array(
    z.object({
      sourceEntity: z.string(),
      targetEntity: z.string(),
      directions: z.array(directionSchema),
      /** In order. A type other than string, number and custom is refused (STEP-110). */
      additionalFields: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          description: z.string().nullable(),
          type: z.string(),
          /** A string that says from when records count: picked in the form, and now unless the person picks another moment. */
          format: z.enum(['start', 'date']).optional(),
          isRequired: z.boolean(),
          order: z.number(),
        }),
      ),
      externalIdFields: z.array(z.object({ path: z.string(), title: z.string() })),
    }),
  ),
  entityTitles: z.record(z.string(), z.string()),
});

/** What the wizard shows besides the summary. */
export const playbookTemplateSchema = playbookTemplateSummarySchema.extend({
  startPage: pageSchema.nullable(),
  endPage: pageSchema,
  connectors: z.array(
    z.object({
      key: z.string(),
      connectorTypeId: z.string(),
      orConnectorTypeIds: z.array(z.string()),
      stepName: z.string(),
      text: z.string(),
    }),
  ),
  setup: z
    .object({
      name: z.string(),
      text: z.string(),
      questions: z.array(questionSchema),
      priceMapping: z.object({ netSuiteConnector: z.string(), salesForceConnector: z.string() }).nullable(),
      showsMappingOf: z.array(z.string()),
    })
    .nullable(),
  /** What it creates, in words. */
  workflows: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      fromConnector: z.string(),
      fromEntity: z.string(),
      toConnector: z.string(),
      toEntity: z.string(),
    }),
  ),
  applications: applicationsSchema.nullable(),
});

/** When a playbook's workflow starts (spec PB-15, STEP-26). */
const scheduleSchema = z.strictObject({
  frequency: z.number().int().min(1).max(1_000).nullable(),
  period: z.enum(schedulePeriods).nullable(),
  startAt: z.string().max(64).nullable(),
  /** An IANA name: the clock for its days, weeks, months and years. Absent: unchanged; the caller's zone for a new schedule. */
  timeZone: z.string().max(64).optional(),
});

/** Spec PB-21: the settings for one step of a workflow template. */
const stepIntegrationSchema = z.strictObject({
  stepId: idField(),
  connectorId: idField().nullable(),
  operationId: storableText(500).nullable(),
  parameterMappings: z.array(mappingSchema).max(500),
});

const answerField = () => storableText(2_000).nullable().optional();

/** Spec PB-16: the choices of Portage's own pairs have fields of their own. */
const pairAnswerFields = {
  swapcardEventId: answerField(),
  salesforceCampaignId: answerField(),
  locationId: answerField(),
  shopifyPaymentMethodId: answerField(),
  shopifyAdjustmentProductVariantId: answerField(),
  mboShopifyPaymentMethodId: answerField(),
  mboShopifyAdjustmentProductId: answerField(),
  mboShopifyAdjustmentPaymentMethodId: answerField(),
  mboLocationId: answerField(),
  shopifyLocationId: answerField(),
};

/** The fields of a step that sets up a flow (spec PB-17). */
const flowFields = {
  integrationFlowDirectionType: directionSchema.nullable().optional(),
  flowEntitiesToSync: z
    .strictObject({ source: storableText(200).nullable(), target: storableText(200).nullable() })
    .nullable()
    .optional(),
  /** By the name of the additional field. */
  integrationFlowAdditionalData: z.record(storableText(200), storableText(2_000).nullable()).nullable().optional(),
  /** Paths of the target's fields. */
  targetEntityExternalIdFields: z.array(storableText(1_000)).max(10).nullable().optional(),
};

const answerFields = {
  connectorId: idField().nullable().optional(),
  stepIntegrations: z.array(stepIntegrationSchema).max(100).optional(),
  /** Null: every ten minutes, starting now. */
  schedule: scheduleSchema.nullable().optional(),
  ...pairAnswerFields,
  ...flowFields,
  /** Choices for questions without a field of their own, by name. */
  answers: z.record(storableText(200), storableText(2_000).nullable()).optional(),
  /** The system's names for the choices when they were made, by question or additional field: shown while the system doesn't respond. */
  chosenNames: z.record(storableText(200), z.strictObject({ value: storableText(2_000), name: storableText(2_000) })).optional(),
  /** Spec CPB-18: price book ids by price level id. */
  priceMapping: z.record(storableText(200), storableText(200).nullable()).nullable().optional(),
  /** Field mappings that the person changed, by the id of the playbook's workflow. */
  mappings: z.record(storableText(200), z.array(mappingSchema).max(500)).optional(),
};

/** Spec PB-18, PB-19: besides these, one setup type per custom pair: `MindbodyToShopifySetup`. */
const stepIdentityFields = {
  id: idField(),
  name: storableText(200).optional(),
  position: z.number().int().optional(),
  /** Not finished yet: the start page is active until the person leaves it (PB-32). */
  isActive: z.boolean().optional(),
  type: storableText(200).optional(),
  connectorTypeId: idField().nullable().optional(),
  workflowTemplateId: idField().nullable().optional(),
  /** Grows with each change to the step's choices. A save that names an older version is refused. */
  version: z.number().int().min(0).optional(),
};

/** A step in a request: its identity can't be changed, so its name, position and type are ignored. */
export const writtenWizardStepSchema = z.strictObject({ ...stepIdentityFields, ...answerFields });

const wizardStepSchema = z.object({
  ...answerFields,
  id: z.string(),
  name: z.string(),
  position: z.number(),
  isActive: z.boolean(),
  type: z.string(),
  connectorTypeId: z.string().nullable(),
  workflowTemplateId: z.string().nullable(),
  version: z.number().optional(),
});

/** A playbook's wizard: its steps, and the person's progress (spec PB-14). */
const wizardSchema = z.object({
  userId: z.string(),
  steps: z.array(wizardStepSchema),
  /** Index of the person's current step. */
  activeStep: z.number(),
  /** Every step is complete, and the last one was saved. */
  isFinished: z.boolean(),
  type: z.string(),
  /** Another integration can be added (PB-41). */
  canAddStep: z.boolean(),
});

const playbookWorkflowSchema = z.object({
  workflowTemplateId: z.string(),
  workflowId: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  /** It keeps records of two systems in sync; otherwise it has steps of its own. */
  isIntegration: z.boolean(),
  /** Refused records of its syncs; if there are any, pages call the playbook “Finished with errors”. */
  itemsInError: z.number(),
});

/** One person’s use of a playbook template (spec PB-13). */
export const playbookSchema = z.object({
  id: z.string(),
  playbookTemplateId: z.string(),
  /** The template's state that the playbook uses; null: it was deleted for good. */
  template: playbookTemplateSchema.nullable(),
  customPlaybookType: z.string().nullable(),
  workflowTemplateIdsToWorkflowIds: z.record(z.string(), z.string()),
  workflows: z.array(playbookWorkflowSchema),
  isDeleted: z.boolean(),
  deletedAt: z.string().nullable(),
  wizard: wizardSchema,
  startAt: z.string().nullable(),
  period: z.string().nullable(),
  frequency: z.number().nullable(),
  integrationApplicationsConfiguration: applicationsSchema.nullable(),
  /** The wizard was turned into workflows at least once. */
  isConverted: z.boolean(),
  isPaused: z.boolean(),
  hasNewerTemplate: z.boolean(),
  /** Steps whose connector is gone or needs a person. */
  problems: z.array(z.object({ stepId: z.string(), message: z.string(), isConnectorGone: z.boolean() })),
  createdAt: z.string(),
  lastUpdatedAt: z.string(),
});

export const lookupOptionSchema = z.object({ value: z.string(), label: z.string() });
