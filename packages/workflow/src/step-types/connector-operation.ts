import { withoutUndefined } from '@portage/primitives/without-undefined';
import { workflowLimits } from '../model/values.ts';
import { listResponseValues } from './answer-values.ts';
import { checkFailureOptions } from './check-failure-options.ts';
import { requireText } from './check-fields.ts';
import type { ConnectorOperationStep } from './connector-operation-schema.ts';
import { fillIn } from './fill-in.ts';
import { mapMappings, mapMembers } from './map-texts.ts';
import type { StepDefinition } from './step-definition.ts';

const operationDefaults = { requestParametersSourceType: 'Mappings' } as const;

/** Spec STEP-40. The operation's schema determines which mappings are required (STEP-41), so they aren't checked here. */
export const connectorOperation = {
  label: 'Connector',
  waitsOutside: true,
  create: ({ connectorId, connectorTypeId }) => ({
    type: 'ConnectorOperation',
    ...operationDefaults,
    requestParameterMappings: [],
    pagedItemsLimit: workflowLimits.pagedItemsDefault,
    ...withoutUndefined({ connectorId, connectorTypeId }),
  }),
  withDefaults: (step) =>
    fillIn(step, { ...operationDefaults, ...(step.useAutoPaging ? { pagedItemsLimit: workflowLimits.pagedItemsDefault } : {}) }),
  check(step, report) {
    requireText(step.connectorId, 'connectorId', 'Connector', report);
    requireText(step.operationId, 'operationId', 'Operation', report);
    checkFailureOptions(step, report);
    if (step.requestParametersSourceType === 'Script') requireText(step.script, 'script', 'Script', report);
    if (step.overrideGraphQlQuery) requireText(step.graphQlQuery, 'graphQlQuery', 'GraphQL query', report);
    const limit = step.pagedItemsLimit;
    if (step.useAutoPaging && typeof limit === 'number' && !(limit >= 1))
      report('pagedItemsLimit', 'Max Items to Return must be at least 1');
  },
  // A GraphQL query has its own variables that start with a dollar sign, so it isn't an expression.
  mapTexts: (step, visit) => ({
    ...mapMembers(step, ['script', 'graphQlQuery'], 'script', '', visit),
    // A script can replace them; for a custom query they are its variables.
    ...mapMappings(
      'requestParameterMappings',
      step.requestParameterMappings,
      visit,
      step.requestParametersSourceType === 'Script' ? 'unused' : 'expression',
    ),
  }),
  offers: listResponseValues,
} satisfies StepDefinition<ConnectorOperationStep>;
