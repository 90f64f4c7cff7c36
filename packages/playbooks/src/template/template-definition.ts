import { conflictRules, emptyRules, syncDirections } from '@portage/workflow';
import { z } from 'zod';

/** Spec PB-12, PB-54: a playbook template, from its folder (`shipped/<id>/playbook.yaml`) or an admin. Nothing else defines a pair. */

const text = (most: number) => z.string().trim().min(1).max(most);
const name = () => z.string().regex(/^[A-Za-z][A-Za-z0-9]*$/, 'A name has letters and digits only');
const path = () => text(1_000);

/** Values for the calls of a look-up or an entity. Texts may contain `{answer.<question>}`. */
const values = z.record(z.string().max(200), z.json());

/**
 * Where the choices of a question come from: an operation of the connector's document, read like `x-lookup` (docs/openapi-documents.md,
 * "Choices from the system"). `parameters` may contain `{answer.<question>}`.
 */
const lookupSchema = z.strictObject({
  operation: text(500),
  parameters: values.optional(),
  quoting: z.enum(['backslash', 'doubled']).optional(),
  itemsPath: path().optional(),
  /** Several: the first that has a value. */
  idPath: z.union([path(), z.array(path()).min(2).max(5)]).optional(),
  namePath: path().optional(),
  searchField: path().optional(),
  searchParameter: path().optional(),
});

/** A question in the pair's setup step. Its name is the field of the wizard's step (PB-16: `salesforceCampaignId`). */
const questionSchema = z.strictObject({
  name: name(),
  title: text(100),
  description: text(500).optional(),
  /**
   * `choice`: picked from the look-up. `found`: not asked; the look-up's record named `equals`, otherwise its first one. `options`: one of
   * `options`. `string`, `number`, `date` (`2026-01-31`): typed. `start`: the moment from which records count.
   */
  kind: z.enum(['choice', 'found', 'options', 'string', 'number', 'date', 'start']),
  options: z
    .array(z.strictObject({ value: name(), title: text(200) }))
    .max(10)
    .optional(),
  /** The default answer: an option, `today` for a date, `now` for a start. */
  default: text(200).optional(),
  /** Key of the connector to query; absent for typed answers. */
  connector: name().optional(),
  isRequired: z.boolean().default(true),
  lookup: lookupSchema.optional(),
  equals: text(200).optional(),
  /** Shows the value that was found (`idPath`) instead of the record's name. */
  showsValue: z.boolean().optional(),
  /** A field of the connector, such as `customOptions.locationId`: without it on the connector, there is nothing to find. */
  connectorField: text(200).optional(),
  /** The message for a missing required answer (CPB-16, CPB-17). */
  message: text(300).optional(),
  /** Shown below that message: how to create the record in the system. */
  help: text(500).optional(),
});

/** One side of a workflow: `parameters` are the answers to the entity's own questions (`parameters` of `x-entities`). */
const sideSchema = z.strictObject({ connector: name(), entity: name(), parameters: values.default({}) });

const mappingSchema = z.strictObject({
  fromParameterExpression: z.string().max(20_000),
  toParameterPath: path(),
  whenEmpty: z.enum(emptyRules).optional(),
  defaultValue: z.string().max(20_000).optional(),
});

/** Records that the main ones refer to; their flow runs first (spec INT-04). */
const dependentSchema = z.strictObject({
  from: name(),
  to: name(),
  /** Replaces the mappings that `@portage/connectors/pairs` has for the two entities. */
  mappings: z.array(mappingSchema).optional(),
  /** Added to those mappings; by target path. */
  addMappings: z.record(path(), z.string().max(20_000)).default({}),
  link: mappingSchema.optional(),
});

/** A workflow that the playbook creates: a schedule and an integration step. Its id is a workflow template's id (PB-12). */
const workflowSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'An id has lowercase letters, digits and dashes'),
  name: text(200),
  description: text(500),
  from: sideSchema,
  to: sideSchema,
  mappings: z.array(mappingSchema).optional(),
  addMappings: z.record(path(), z.string().max(20_000)).default({}),
  dependents: z.array(dependentSchema).max(20).default([]),
  conflictRule: z.enum(conflictRules).default('SourceWins'),
  /** Whether records archived or deleted in the source are archived in the target: always, never, or as the person chooses. */
  carriesDeletions: z.union([z.boolean(), z.strictObject({ answer: name(), equals: text(200) })]).default(false),
  externalIdFields: z.array(path()).max(10).default([]),
  /** It runs as soon as the playbook is created, not only on its schedule (PB-12). */
  runsAfterFinish: z.boolean().default(true),
  /** One workflow per price level of the price mapping; `{priceLevelId}` and `{priceBookId}` in `parameters` (CPB-18). */
  isForEachPriceLevel: z.boolean().default(false),
});

/** A question about a flow of an integration application (PB-20). */
const additionalFieldSchema = z.strictObject({
  name: name(),
  title: text(100),
  description: text(500).optional(),
  /** `custom`: picked from the look-up. Any other type is the error of STEP-110. */
  type: z.string().max(50),
  /** What a `string` is: the moment from which records count (`start`), or a day; default now. */
  format: z.enum(['start', 'date']).optional(),
  isRequired: z.boolean().default(false),
  order: z.number().int().default(0),
  /** Key of the connector whose entity gets the answer as a parameter. */
  connector: name(),
  lookup: lookupSchema.optional(),
});

/** Spec PB-13, PB-41: what an integration application can carry. The first connector is the source. */
const applicationsSchema = z.strictObject({
  pairs: z
    .array(
      z.strictObject({
        sourceEntity: name(),
        targetEntity: name(),
        directions: z.array(z.enum(syncDirections)).min(1),
        additionalFields: z.array(additionalFieldSchema).max(20).default([]),
        /** Fields of the target that may receive the source's id: the person chooses which (PB-51). */
        externalIdFields: z
          .array(z.strictObject({ path: path(), title: text(100) }))
          .max(10)
          .default([]),
      }),
    )
    .min(1),
  /** Titles of entities, by name, that replace unsuitable ones from the documents. */
  entityTitles: z.record(name(), text(100)).default({}),
});

const pageSchema = z.strictObject({ title: text(200), text: text(2_000), points: z.array(text(300)).max(12).default([]) });

export const templateDefinitionSchema = z.strictObject({
  name: text(200),
  description: text(1_000),
  /** Spec CPB-01; a pair that we define may have any name; without a name it isn't a custom playbook. */
  customPlaybookType: name().optional(),
  integrationType: z.enum(['Default', 'IntegrationApplication']).default('Default'),
  /** The two systems, in the order of their steps. */
  connectors: z
    .array(
      z.strictObject({
        key: name(),
        connectorTypeId: text(200),
        /** Alternative connector types of the same system. */
        orConnectorTypeIds: z.array(text(200)).max(5).default([]),
        stepName: text(100),
        text: text(1_000),
      }),
    )
    .min(1)
    .max(5),
  startPage: pageSchema.optional(),
  setup: z
    .strictObject({
      name: text(100),
      text: text(1_000),
      questions: z.array(questionSchema).max(20).default([]),
      /** Spec CPB-18..22: maps price levels of one system to price books of the other. */
      priceMapping: z.strictObject({ netSuiteConnector: name(), salesForceConnector: name() }).optional(),
      /** Ids of workflows whose field mapping is shown in this step and can be changed before anything is created (CPB-02). */
      showsMappingOf: z.array(text(200)).default([]),
    })
    .optional(),
  endPage: pageSchema,
  workflows: z.array(workflowSchema).max(30).default([]),
  /** Workflow templates from the database; each gets a step for its empty fields (PB-45). */
  workflowTemplateIds: z.array(text(200)).max(20).default([]),
  /** Those that run as soon as the playbook is created (PB-12). */
  workflowTemplateIdsToRunAfterFinish: z.array(text(200)).max(20).default([]),
  applications: applicationsSchema.optional(),
});

export type TemplateLookup = z.output<typeof lookupSchema>;
export type WrittenTemplate = z.input<typeof templateDefinitionSchema>;
export type TemplateDefinition = z.output<typeof templateDefinitionSchema>;
export type TemplateQuestion = TemplateDefinition['setup'] extends infer Setup | undefined
  ? Setup extends { questions: (infer Question)[] }
    ? Question
    : never
  : never;
export type TemplateWorkflow = TemplateDefinition['workflows'][number];
export type TemplateApplications = NonNullable<TemplateDefinition['applications']>;
