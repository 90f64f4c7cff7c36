import type { DashboardItemType } from '../model/values.ts';
import type { DashboardItemStep } from '../steps/dashboard-item-step.ts';
import { mapMappings, mapMembers, requireText, type StepRule } from './step-rule.ts';

const displayNames = {
  externalId: 'External ID',
  object: 'Object',
  name: 'Name',
  firstName: 'First Name',
  lastName: 'Last Name',
  salesforceId: 'Salesforce ID',
  title: 'Title',
  startAt: 'Start At',
  eventName: 'Event Name',
  leadName: 'Lead Name',
  registeredAt: 'Registered At',
  activityName: 'Activity Name',
  activityAt: 'Activity At',
} as const satisfies Partial<Record<keyof DashboardItemStep, string>>;
type ItemField = keyof typeof displayNames;

const itemFields = Object.keys(displayNames) as ItemField[];

/** Spec STEP-98..101. */
const requiredByType: Record<DashboardItemType, readonly ItemField[]> = {
  Order: ['name'],
  Product: ['name'],
  Company: ['name'],
  Contact: ['firstName', 'lastName'],
  Event: ['salesforceId', 'title', 'startAt'],
  Registration: ['salesforceId', 'eventName', 'leadName', 'registeredAt'],
  Activity: ['salesforceId', 'eventName', 'leadName', 'activityName', 'activityAt'],
};

/** Spec STEP-97. */
export const dashboardItemStepRule: StepRule<'DashboardItemStep'> = {
  check(step, report) {
    requireText(step.dashboardId, 'dashboardId', 'Dashboard ID', report);
    requireText(step.source ?? 'Airtable', 'source', 'Source', report);
    for (const field of ['externalId', 'object', ...requiredByType[step.itemType ?? 'Company']] as const) {
      requireText(step[field], field, displayNames[field], report);
    }
  },
  mapTexts: (step, visit) => ({
    ...mapMembers(step, ['source', ...itemFields], 'expression', '', visit),
    ...mapMappings('requestParameterMappings', step.requestParameterMappings, visit),
  }),
};
