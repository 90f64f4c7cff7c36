import { mapMappings, requireText, type StepRule } from './step-rule.ts';

/** Spec STEP-91, STEP-92. */
export const dashboardStepRule: StepRule<'DashboardStep'> = {
  check(step, report) {
    requireText(step.dashboardId, 'dashboardId', 'Dashboard ID', report);
    requireText(step.getDataDataType ?? 'Orders', 'getDataDataType', 'Sync Type', report);
    requireText(step.connectorTypeId, 'connectorTypeId', 'Connector Type', report);
    requireText(step.connectorId, 'connectorId', 'Connector', report);
  },
  mapTexts: (step, visit) => ({ ...step, ...mapMappings('requestParameterMappings', step.requestParameterMappings, visit) }),
};
