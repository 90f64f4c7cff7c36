import { conflictRules, emptyRules, syncDirections } from '@portage/workflow';
import { z } from 'zod';
import { storableText } from './query-fields.ts';

/** Spec INT-02, PB-19: which of the two systems is read. */
export const directionSchema = z.enum(syncDirections);

/** Size limits for one integration's settings (docs/limits.md). */
export const integrationLimits = {
  /** Mappings of one entity. */
  mappings: 500,
  dependentEntities: 20,
  customFields: 200,
  externalIdFields: 10,
  bodyBytes: 1_000_000,
} as const;

const nameField = () => storableText(200).min(1);
export const idField = () => storableText(200).min(1);

export const mappingSchema = z.strictObject({
  fromParameterExpression: storableText(20_000),
  toParameterPath: storableText(1_000).min(1),
  /** How an empty source value affects the target's value. Absent: `Leave`. */
  whenEmpty: z.enum(emptyRules).optional(),
  /** The expression that `Default` writes. */
  defaultValue: storableText(20_000).optional(),
});
export const mappingsSchema = z.array(mappingSchema).max(integrationLimits.mappings);

const customFormDataSchema = z
  .record(storableText(200), z.json())
  .refine((data) => Object.keys(data).length <= integrationLimits.customFields, `At most ${integrationLimits.customFields} fields`)
  .nullish();

/** Spec INT-04: how records of an entity that the main one depends on are written. */
const dependentSchema = z.strictObject({
  sourceEntityType: nameField().nullish(),
  mappings: mappingsSchema.default([]),
  customFormData: customFormDataSchema,
  /** Records of earlier flows that its own records name, by their kind in the source. */
  dependencies: z
    .array(mappingSchema.extend({ entity: nameField() }))
    .max(integrationLimits.dependentEntities)
    .nullish(),
  /** The expression gives the dependent record's id in the source; the path receives its id in the target. */
  link: mappingSchema.nullish(),
});

const sideFields = {
  operationId: storableText(500).nullish(),
  connectorTypeId: idField(),
  /** One of the system's kinds of record: `Products`. */
  entityType: nameField(),
  connectorId: idField(),
};

/** One side of an integration's operation, with its mappings (spec INT-03). */
const operationSchema = z.object({
  ...sideFields,
  mappings: mappingsSchema,
  customFormData: customFormDataSchema,
  dependentMappings: z.record(z.string(), dependentSchema).nullish(),
});

/** Spec API-68: a side is described in `operation`, or next to the mappings (INT-03), so that a response can be sent back. */
const writtenOperationSchema = z
  .strictObject({
    operation: z.strictObject(sideFields).optional(),
    operationId: sideFields.operationId,
    connectorTypeId: sideFields.connectorTypeId.optional(),
    entityType: sideFields.entityType.optional(),
    connectorId: sideFields.connectorId.optional(),
    mappings: mappingsSchema.default([]),
    customFormData: customFormDataSchema,
    dependentMappings: z
      .record(nameField(), dependentSchema)
      .refine(
        (entities) => Object.keys(entities).length <= integrationLimits.dependentEntities,
        `At most ${integrationLimits.dependentEntities} entities`,
      )
      .nullish(),
  })
  .transform(({ operation, operationId, connectorTypeId, entityType, connectorId, ...rest }, context) => {
    const side = operation ?? { operationId, connectorTypeId, entityType, connectorId };
    const missing = (['connectorTypeId', 'entityType', 'connectorId'] as const).find((name) => side[name] === undefined);
    if (missing) {
      context.addIssue({ code: 'custom', message: `Field "${missing}" is required.`, path: [missing] });
      return z.NEVER;
    }
    return { ...rest, ...(side as z.output<z.ZodObject<typeof sideFields>>) };
  });

const ruleFields = {
  /** Which side wins if a record changed on both sides since the last sync. */
  conflictRule: z.enum(conflictRules),
  /** Deletions and archiving in the source are carried over. */
  carriesDeletions: z.boolean(),
  /** Paths of the target that receive the source's id. */
  targetExternalIdFields: z.array(storableText(1_000).min(1)).max(integrationLimits.externalIdFields),
};

/** An integration with its operations, keyed by side (spec INT-02). */
export const integrationSchema = z.object({
  id: z.string(),
  workflowId: z.string(),
  integrationType: z.string(),
  directionType: directionSchema,
  lastSyncDate: z.string().nullable(),
  operations: z.object({ Source: operationSchema.optional(), Target: operationSchema.optional() }),
  ...ruleFields,
  createdAt: z.string(),
  lastUpdatedAt: z.string(),
});

/** What a person sets up; absent rules stay unchanged. */
export const writtenIntegrationFields = {
  operations: z.strictObject({ Source: writtenOperationSchema, Target: writtenOperationSchema }),
  conflictRule: ruleFields.conflictRule.optional(),
  carriesDeletions: ruleFields.carriesDeletions.optional(),
  targetExternalIdFields: ruleFields.targetExternalIdFields.optional(),
};

/** A field that an integration step shows (spec STEP-103). */
const stepFieldSchema = z.object({
  name: z.string(),
  displayName: z.string(),
  type: z.enum(['connector', 'string', 'json', 'integer', 'boolean']),
  isRequired: z.boolean(),
  connectorTypeId: z.string().nullable(),
  isTextArea: z.boolean(),
});

/** Spec API-71. `name`: for people. */
export const stepDefinitionSchema = z.object({ implementationType: z.string(), name: z.string(), fields: z.array(stepFieldSchema) });

/** One field of an entity, for mapping. */
export const schemaPropertySchema = z.object({
  /** As mappings write it: `body.product.title` for a target, `Name` (after `$Item.`) for a source. */
  path: z.string(),
  title: z.string(),
  type: z.string(),
  isRequired: z.boolean(),
  description: z.string().nullable(),
  /** Values that the field accepts; null: any of its type. */
  choices: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean(), z.null()]), label: z.string() })).nullable(),
  /** Shown below "advanced" in forms. */
  isAdvanced: z.boolean(),
  /** For targets: writable only when creating a record. */
  isCreateOnly: z.boolean(),
});
