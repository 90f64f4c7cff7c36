import { DASH, DateTime, type TableColumn } from '@portage/ui';
import type { ReactNode } from 'react';
import type { DashboardItem } from './api-types.ts';
import { codeText, metafieldsText, orderTotal, textAt } from './item-values.ts';

type Column = TableColumn<DashboardItem>;

const externalId: Column = { id: 'externalId', header: 'External ID', isYielding: true, render: (item) => item.externalId };
const source: Column = { id: 'source', header: 'Source', render: (item) => item.source };
const createdAt: Column = {
  id: 'createdAt',
  header: 'Created At',
  isYielding: true,
  render: (item) => <DateTime value={madeAt(item)} />,
};
const name: Column = { id: 'name', header: 'Name', isYielding: true, render: (item) => item.name };

/** When its own system created it, if the item says so; otherwise when it reached the dashboard. */
function madeAt({ object, createdAt: cameAt }: DashboardItem): string {
  return textAt(object, 'createdAt') || cameAt;
}

/** A column with one member of the item's object; a dash if it is missing. */
function member(path: string, header: string, render: (text: string) => ReactNode = (text) => text): Column {
  return {
    id: path,
    header,
    isYielding: true,
    render: ({ object }) => {
      const text = textAt(object, path);
      return text === '' ? DASH : render(text);
    },
  };
}
const instant = (text: string) => <DateTime value={text} />;
const salesforceId = member('salesforceId', 'Salesforce ID');

/** Spec DASH-16..22: the columns of each type of item. */
export const columnsOf: Record<DashboardItem['type'], readonly Column[]> = {
  Product: [name, { ...source, id: 'type', header: 'Type' }, externalId, createdAt],
  Order: [
    name,
    createdAt,
    member('customer.displayName', 'Customer'),
    { id: 'total', header: 'Total', align: 'right', isUnbroken: true, render: ({ object }) => orderTotal(object) || DASH },
    member('displayFinancialStatus', 'Financial Status', codeText),
    { id: 'metafields', header: 'Metafields', isYielding: true, render: ({ object }) => metafieldsText(object) || DASH },
  ],
  Company: [name, source, externalId, createdAt],
  Contact: [member('firstName', 'First Name'), member('lastName', 'Last Name'), source, externalId, createdAt],
  Event: [salesforceId, member('title', 'Title'), member('startAt', 'Start At', instant), createdAt],
  Registration: [
    salesforceId,
    member('leadName', 'Lead Name'),
    member('eventName', 'Event Name'),
    member('registeredAt', 'Registered At', instant),
  ],
  Activity: [
    salesforceId,
    member('leadName', 'Lead Name'),
    member('eventName', 'Event Name'),
    member('activityName', 'Activity Name'),
    member('activityAt', 'Activity At', instant),
  ],
  IntegrationItem: [name, source, externalId, createdAt],
};
