import { requireText } from './check-fields.ts';
import type { DashboardStep } from './dashboard-step-schema.ts';
import { dataDefaults } from './data-defaults.ts';
import { fillIn } from './fill-in.ts';
import { mapMappings } from './map-texts.ts';
import type { StepDefinition } from './step-definition.ts';

/** Needs a dashboard, a connector and the type of data to get (spec STEP-91, STEP-92). */
export const dashboardStep = {
  label: 'Dashboard Step',
  waitsOutside: true,
  create: () => ({ type: 'DashboardStep', ...dataDefaults }),
  withDefaults: (step) => fillIn(step, dataDefaults),
  check(step, report) {
    requireText(step.dashboardId, 'dashboardId', 'Dashboard ID', report);
    requireText(step.getDataDataType ?? dataDefaults.getDataDataType, 'getDataDataType', 'Sync Type', report);
    requireText(step.connectorTypeId, 'connectorTypeId', 'Connector Type', report);
    requireText(step.connectorId, 'connectorId', 'Connector', report);
  },
  mapTexts: (step, visit) => ({ ...step, ...mapMappings('requestParameterMappings', step.requestParameterMappings, visit) }),
  offers: () => ['Response'],
} satisfies StepDefinition<DashboardStep>;
