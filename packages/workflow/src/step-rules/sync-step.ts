import { mapMappings, requireText, type StepRule } from './step-rule.ts';

/** Spec STEP-85. */
export const syncStepRule: StepRule<'SyncStep'> = {
  check(step, report) {
    requireText(step.sourceConnectorTypeId, 'sourceConnectorTypeId', 'Source Connector Type', report);
    requireText(step.sourceConnectorId, 'sourceConnectorId', 'Source Connector', report);
    requireText(step.targetConnectorTypeId, 'targetConnectorTypeId', 'Target Connector Type', report);
    requireText(step.targetConnectorId, 'targetConnectorId', 'Target Connector', report);
  },
  mapTexts: (step, visit) => ({
    ...step,
    ...mapMappings('sourceConnectorTypeRequestParameterMappings', step.sourceConnectorTypeRequestParameterMappings, visit),
    ...mapMappings('targetConnectorTypeRequestParameterMappings', step.targetConnectorTypeRequestParameterMappings, visit),
  }),
};
