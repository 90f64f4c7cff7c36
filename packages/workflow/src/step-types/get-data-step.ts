import { requireText } from './check-fields.ts';
import { dataDefaults } from './data-defaults.ts';
import { fillIn } from './fill-in.ts';
import type { GetDataStep } from './get-data-step-schema.ts';
import { mapMappings } from './map-texts.ts';
import type { StepDefinition } from './step-definition.ts';

/** Reads data of a type from a connector (spec STEP-93). */
export const getDataStep = {
  label: 'Get Data Step',
  waitsOutside: true,
  create: () => ({ type: 'GetDataStep', ...dataDefaults }),
  withDefaults: (step) => fillIn(step, dataDefaults),
  check(step, report) {
    requireText(step.getDataDataType ?? dataDefaults.getDataDataType, 'getDataDataType', 'Data Type', report);
    requireText(step.connectorTypeId, 'connectorTypeId', 'Connector Type', report);
    requireText(step.connectorId, 'connectorId', 'Connector', report);
  },
  mapTexts: (step, visit) => ({ ...step, ...mapMappings('requestParameterMappings', step.requestParameterMappings, visit) }),
  offers: () => ['Response'],
} satisfies StepDefinition<GetDataStep>;
