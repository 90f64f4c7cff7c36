import { requireText } from './check-fields.ts';
import { getItemFields, itemFieldLabels, itemFields } from './dashboard-item-fields.ts';
import type { DashboardItemStep } from './dashboard-item-step-schema.ts';
import { fillIn } from './fill-in.ts';
import { mapMappings, mapMembers } from './map-texts.ts';
import type { StepDefinition } from './step-definition.ts';

export const dashboardItemDefaults = { source: 'Airtable', itemType: 'Company', operation: 'Create' } as const;

/** Creates, changes or deletes an item of a dashboard (spec STEP-97). */
export const dashboardItemStep = {
  label: 'Dashboard Item Step',
  waitsOutside: true,
  create: () => ({ type: 'DashboardItemStep', ...dashboardItemDefaults }),
  withDefaults: (step) => fillIn(step, dashboardItemDefaults),
  check(step, report) {
    requireText(step.dashboardId, 'dashboardId', 'Dashboard ID', report);
    const { source, itemType } = dashboardItemDefaults;
    requireText(step.source ?? source, 'source', itemFieldLabels.source, report);
    for (const field of ['externalId', 'object', ...getItemFields(step.itemType ?? itemType).required] as const) {
      requireText(step[field], field, itemFieldLabels[field], report);
    }
  },
  mapTexts: (step, visit) => ({
    ...mapMembers(step, itemFields, 'expression', '', visit),
    ...mapMappings('requestParameterMappings', step.requestParameterMappings, visit),
  }),
  offers: () => ['Response'],
} satisfies StepDefinition<DashboardItemStep>;
