import type { DashboardItemType } from '../model/values.ts';
import type { DashboardItemStep } from './dashboard-item-step-schema.ts';

/** The fields of an item that accept expressions, with their labels. */
export const itemFieldLabels = {
  source: 'Source',
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
export type ItemField = keyof typeof itemFieldLabels;

export const itemFields = Object.keys(itemFieldLabels) as ItemField[];

interface ItemKind {
  /** What an item of this type needs besides its ids and its object. */
  required: readonly ItemField[];
  /** What people find it by. */
  named: readonly ItemField[];
}

/** The names that each type of item needs (spec STEP-98..101). */
const itemKinds: Record<DashboardItemType, ItemKind> = {
  Company: { required: ['name'], named: ['name'] },
  Contact: { required: ['firstName', 'lastName'], named: ['firstName', 'lastName'] },
  Order: { required: ['name'], named: ['name'] },
  Product: { required: ['name'], named: ['name'] },
  Event: { required: ['salesforceId', 'title', 'startAt'], named: ['title'] },
  Registration: { required: ['salesforceId', 'eventName', 'leadName', 'registeredAt'], named: ['leadName'] },
  Activity: { required: ['salesforceId', 'eventName', 'leadName', 'activityName', 'activityAt'], named: ['activityName'] },
};

export function getItemFields(type: DashboardItemType): ItemKind {
  return itemKinds[type];
}
