import { requireText } from './check-fields.ts';
import { fillIn } from './fill-in.ts';
import { mapMappings } from './map-texts.ts';
import type { StepDefinition } from './step-definition.ts';
import type { SyncStep } from './sync-step-schema.ts';

export const syncDefaults = { syncType: 'Products' } as const;

/** Needs a sync type and both connectors (spec STEP-85). */
export const syncStep = {
  label: 'Sync Step',
  waitsOutside: true,
  create: () => ({ type: 'SyncStep', ...syncDefaults }),
  withDefaults: (step) => fillIn(step, syncDefaults),
  check(step, report) {
    requireText(step.sourceConnectorTypeId, 'sourceConnectorTypeId', 'Source Connector Type', report);
    requireText(step.sourceConnectorId, 'sourceConnectorId', 'Source Connector', report);
    requireText(step.targetConnectorTypeId, 'targetConnectorTypeId', 'Target Connector Type', report);
    requireText(step.targetConnectorId, 'targetConnectorId', 'Target Connector', report);
    const { syncType = syncDefaults.syncType, customOptions } = step;
    if (customOptions?.SkipProductsCreate && syncType !== 'Products')
      report('customOptions', 'Skip Products Create is only for the sync type Products');
  },
  mapTexts: (step, visit) => ({
    ...step,
    ...mapMappings('sourceConnectorTypeRequestParameterMappings', step.sourceConnectorTypeRequestParameterMappings, visit),
    ...mapMappings('targetConnectorTypeRequestParameterMappings', step.targetConnectorTypeRequestParameterMappings, visit),
  }),
  offers: () => ['Response'],
} satisfies StepDefinition<SyncStep>;
