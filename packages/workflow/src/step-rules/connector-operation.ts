import { mapMappings, mapMembers, requireText, type StepRule } from './step-rule.ts';

/** Spec STEP-40. Which mappings are required is known from the operation's schema, not here (STEP-41). */
export const connectorOperationRule: StepRule<'ConnectorOperation'> = {
  check(step, report) {
    requireText(step.connectorId, 'connectorId', 'Connector', report);
    requireText(step.operationId, 'operationId', 'Operation', report);
    if (step.requestParametersSourceType === 'Script') requireText(step.script, 'script', 'Script', report);
    if (step.overrideGraphQlQuery) requireText(step.graphQlQuery, 'graphQlQuery', 'GraphQL query', report);
    const limit = step.pagedItemsLimit;
    if (step.useAutoPaging && typeof limit === 'number' && !(limit >= 1))
      report('pagedItemsLimit', 'Max Items to Return must be at least 1');
  },
  // A GraphQL query has variables of its own that start with a dollar sign, so it is no expression.
  mapTexts: (step, visit) => ({
    ...mapMembers(step, ['script', 'graphQlQuery'], 'script', '', visit),
    // A script stands in their place; for a query of one's own they are its variables.
    ...mapMappings(
      'requestParameterMappings',
      step.requestParameterMappings,
      visit,
      step.requestParametersSourceType === 'Script' ? 'unused' : 'expression',
    ),
  }),
};
