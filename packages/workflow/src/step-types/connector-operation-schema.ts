import { z } from 'zod';
import { requestParametersSourceTypes, workflowLimits } from '../model/values.ts';
import {
  commonStepFields,
  errorPathFields,
  flagSchema,
  idSchema,
  parameterMappingsSchema,
  retryFields,
  textSchema,
} from './step-fields.ts';

const parameterNames = z.array(z.string().max(2_000)).max(workflowLimits.mappings).nullable().exactOptional();

/** A call of a connector's operation, with its parameters (spec STEP-31). */
export const connectorOperationStepSchema = z.strictObject({
  ...commonStepFields,
  ...retryFields,
  ...errorPathFields,
  type: z.literal('ConnectorOperation'),
  operationId: idSchema,
  script: textSchema.nullable().exactOptional(),
  pagedItemsLimit: z.number().nullable().exactOptional(),
  useAutoPaging: flagSchema,
  requestParametersSourceType: z.enum(requestParametersSourceTypes).exactOptional(),
  requestParameterMappings: parameterMappingsSchema,
  dynamicAdvancedParameters: parameterNames,
  playbookParameters: parameterNames,
  continueOnFailure: flagSchema,
  overrideGraphQlQuery: flagSchema,
  graphQlQuery: textSchema.nullable().exactOptional(),
  /** The media type of the body, if the operation accepts several; absent: the document's first. */
  requestContentType: z.string().max(200).nullable().exactOptional(),
});
export type ConnectorOperationStep = z.output<typeof connectorOperationStepSchema>;
