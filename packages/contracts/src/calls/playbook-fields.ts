import { schedulePeriods } from '@portage/workflow';
import { z } from 'zod';
import { directionSchema, idOf, mappingSchema } from './integration-fields.ts';
import { storableText } from './query-fields.ts';

/** A system that a playbook joins. */
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
  /** The caller's playbook of this template; null: the caller has not started one yet (PB-07). */
  playbookId: z.string().nullable(),
});

const pageSchema = z.object({ title: z.string(), text: z.string(), points: z.array(z.string()) });

const questionSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  kind: z.enum(['choice', 'found', 'options', 'string', 'number', 'date', 'start']),
  /** Of the kind `options`; otherwise empty. */
  options: z.array(z.object({ value: z.string(), title: z.string() })),
  /** The answer that applies unless the person gives another one; null: there is none. */
  default: z.string().nullable(),
  /** Key of the connector that the choices come from. */
  connector: z.string().nullable(),
  isRequired: z.boolean(),
  message: z.string().nullable(),
  help: z.string().nullable(),
  /** A field of the connector that is filled first: the person opens the connector for it. */
  connectorField: z.string().optional(),
  /** Names of questions whose answers the look-up needs first. */
  dependsOn: z.array(z.string()),
});

const applicationsSchema = z.object({
  pairs: z.array(
    z.object({
      sourceEntity: z.string(),
      targetEntity: z.string(),
      directions: z.array(directionSchema),
      /** By their order. A type other than string, number and custom is refused (STEP-110). */
      additionalFields: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          description: z.string().nullable(),
          type: z.string(),
          /** A string that says from when on records count: picked, and now unless the person picks another moment. */
          format: z.enum(['start', 'date']).optional(),
          isRequired: z.boolean(),
          order: z.number(),
        }),
      ),
      externalIdFields: z.array(z.object({ path: z.string(), title: z.string() })),
    }),
  ),
  /** Titles of entities by their name. */
  entityTitles: z.record(z.string(), z.string()),
});

/** What the wizard shows, beside the summary. */
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
  /** What it makes, in words. */
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

/** When a workflow of a playbook starts (spec PB-15, STEP-26). */
const scheduleSchema = z.strictObject({
  frequency: z.number().int().min(1).max(1_000).nullable(),
  period: z.enum(schedulePeriods).nullable(),
  startAt: z.string().max(64).nullable(),
  /** An IANA name: whose clock its days, weeks, months and years follow. Absent in a save: as before, and the caller's own zone for a new schedule. */
  timeZone: z.string().max(64).optional(),
});

/** Spec PB-21: what is filled in for one step of a workflow template. */
const stepIntegrationSchema = z.strictObject({
  stepId: idOf(),
  connectorId: idOf().nullable(),
  operationId: storableText(500).nullable(),
  parameterMappings: z.array(mappingSchema).max(500),
});

const answer = () => storableText(2_000).nullable().optional();

/** Spec PB-16: the answers of the pairs that come with Portage have fields of their own. */
const pairAnswerFields = {
  swapcardEventId: answer(),
  salesforceCampaignId: answer(),
  locationId: answer(),
  shopifyPaymentMethodId: answer(),
  shopifyAdjustmentProductVariantId: answer(),
  mboShopifyPaymentMethodId: answer(),
  mboShopifyAdjustmentProductId: answer(),
  mboShopifyAdjustmentPaymentMethodId: answer(),
  mboLocationId: answer(),
  shopifyLocationId: answer(),
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
  connectorId: idOf().nullable().optional(),
  stepIntegrations: z.array(stepIntegrationSchema).max(100).optional(),
  /** Null: every ten minutes, from now on. */
  schedule: scheduleSchema.nullable().optional(),
  ...pairAnswerFields,
  ...flowFields,
  /** Answers of questions that have no field of their own, by name. */
  answers: z.record(storableText(200), storableText(2_000).nullable()).optional(),
  /** What the system called the choices when they were made, by question or additional field: shown while the system does not answer. */
  chosenNames: z.record(storableText(200), z.strictObject({ value: storableText(2_000), name: storableText(2_000) })).optional(),
  /** Spec CPB-18: price book ids by price level id. */
  priceMapping: z.record(storableText(200), storableText(200).nullable()).nullable().optional(),
  /** Field mappings that the person changed, by the id of the playbook's workflow. */
  mappings: z.record(storableText(200), z.array(mappingSchema).max(500)).optional(),
};

/** Spec PB-18, PB-19: beside these, one setup type a custom pair: `MindbodyToShopifySetup`. */
const stepIdentityFields = {
  id: idOf(),
  name: storableText(200).optional(),
  position: z.number().int().optional(),
  /** Not yet done with: the start page is active until it was left (PB-32). */
  isActive: z.boolean().optional(),
  type: storableText(200).optional(),
  connectorTypeId: idOf().nullable().optional(),
  workflowTemplateId: idOf().nullable().optional(),
  /** Grows with each change of the step's answers. A save that names an older one is refused. */
  version: z.number().int().min(0).optional(),
};

/** A step as it is sent: what it is cannot be changed, so its name, position and type are read over. */
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

/** The wizard of a playbook: its steps, and how far a person is (spec PB-14). */
const wizardSchema = z.object({
  userId: z.string(),
  steps: z.array(wizardStepSchema),
  /** Index of the step that the person is at. */
  activeStep: z.number(),
  /** Every step is answered, and the last one was saved. */
  isFinished: z.boolean(),
  type: z.string(),
  /** Another integration can be added (PB-41). */
  canAddStep: z.boolean(),
});

/** A workflow that a playbook made. */
const playbookWorkflowSchema = z.object({
  workflowTemplateId: z.string(),
  workflowId: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  /** It keeps records of two systems in sync; else it has steps of its own. */
  isIntegration: z.boolean(),
  /** Refused records of its syncs; with some, pages call the playbook “Finished with errors”. */
  itemsInError: z.number(),
});

/** One person’s use of a playbook template (spec PB-13). */
export const playbookSchema = z.object({
  id: z.string(),
  playbookTemplateId: z.string(),
  /** As the template was when the playbook took it; null: it was deleted for good. */
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
  /** The template has a newer version than the one that this playbook took. */
  hasNewerTemplate: z.boolean(),
  /** Steps whose connector is gone or needs a person. */
  problems: z.array(z.object({ stepId: z.string(), message: z.string(), isConnectorGone: z.boolean() })),
  createdAt: z.string(),
  lastUpdatedAt: z.string(),
});

/** One of the choices that a question has. */
export const lookupOptionSchema = z.object({ value: z.string(), label: z.string() });
