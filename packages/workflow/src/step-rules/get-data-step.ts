import { mapMappings, requireText, type StepRule } from './step-rule.ts';

/** Spec STEP-93. */
export const getDataStepRule: StepRule<'GetDataStep'> = {
  check(step, report) {
    requireText(step.getDataDataType ?? 'Orders', 'getDataDataType', 'Data Type', report);
    requireText(step.connectorTypeId, 'connectorTypeId', 'Connector Type', report);
    requireText(step.connectorId, 'connectorId', 'Connector', report);
  },
  mapTexts: (step, visit) => ({ ...step, ...mapMappings('requestParameterMappings', step.requestParameterMappings, visit) }),
};
