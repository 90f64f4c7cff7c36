import { Select, TextField } from '@portage/ui';
import {
  type DashboardItemStep,
  type DashboardItemType,
  dashboardItemOperations,
  dashboardItemTypes,
  workflowLimits,
} from '@portage/workflow';
import { FormField } from '../../panel/form-field.tsx';
import { ValueField } from '../../values/index.ts';
import { choicesOf } from '../fields/choices.ts';
import { FieldRow } from '../fields/form-section.tsx';
import type { StepFormProps } from '../step-form.ts';

const itemTypes = choicesOf(dashboardItemTypes);
const operations = choicesOf(dashboardItemOperations);

const labels = {
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
} as const;
type ItemField = keyof typeof labels;

/** What an item of each type is made of besides its ids (spec STEP-98..101); all of it is required. */
const fieldsOfType: Record<DashboardItemType, readonly ItemField[]> = {
  Company: ['name'],
  Contact: ['firstName', 'lastName'],
  Order: ['name'],
  Product: ['name'],
  Event: ['salesforceId', 'title', 'startAt'],
  Registration: ['salesforceId', 'eventName', 'leadName', 'registeredAt'],
  Activity: ['salesforceId', 'eventName', 'leadName', 'activityName', 'activityAt'],
};

/** Spec STEP-94..101. */
export function DashboardItemForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<DashboardItemStep>) {
  const itemType = step.itemType ?? 'Company';
  const value = (field: ItemField) => (
    <FormField key={field} name={field}>
      <ValueField
        label={labels[field]}
        value={step[field] ?? (field === 'source' ? 'Airtable' : '')}
        onChange={(text) => onChange({ ...step, [field]: text }, field)}
        stepId={step.stepId}
        isRequired
        isReadOnly={isReadOnly}
        errorMessage={problemOf(field)}
      />
    </FormField>
  );
  return (
    <>
      <FormField name="dashboardId">
        <TextField
          label="Dashboard ID"
          value={step.dashboardId ?? ''}
          onChange={(dashboardId) => onChange({ ...step, dashboardId }, 'dashboardId')}
          maxLength={workflowLimits.nameLength}
          isRequired
          isReadOnly={isReadOnly}
          errorMessage={problemOf('dashboardId')}
        />
      </FormField>
      <FieldRow>
        <Select
          label="Operation"
          value={step.operation ?? 'Create'}
          onChange={(operation) => onChange({ ...step, operation })}
          options={operations}
          isRequired
          isDisabled={isReadOnly}
        />
        <Select
          label="Item Type"
          value={itemType}
          onChange={(next) => onChange({ ...step, itemType: next })}
          options={itemTypes}
          isRequired
          isDisabled={isReadOnly}
        />
      </FieldRow>
      {value('source')}
      {value('externalId')}
      {value('object')}
      {fieldsOfType[itemType].map(value)}
    </>
  );
}
