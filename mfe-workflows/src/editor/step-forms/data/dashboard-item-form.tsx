import { Select, TextField } from '@portage/ui';
import {
  type DashboardItemStep,
  dashboardItemDefaults,
  dashboardItemOperations,
  dashboardItemTypes,
  getItemFields,
  type ItemField,
  itemFieldLabels,
  workflowLimits,
} from '@portage/workflow';
import { FormField } from '../../panel/form-field.tsx';
import { ValueField } from '../../values/index.ts';
import { toChoices } from '../fields/choices.ts';
import { FieldRow } from '../fields/form-section.tsx';
import type { StepFormProps } from '../fields/step-form.ts';

const itemTypes = toChoices(dashboardItemTypes);
const operations = toChoices(dashboardItemOperations);

/** The fields that the chosen item type has (spec STEP-94..101). */
export function DashboardItemForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<DashboardItemStep>) {
  const itemType = step.itemType ?? dashboardItemDefaults.itemType;
  const value = (field: ItemField) => (
    <FormField key={field} name={field}>
      <ValueField
        label={itemFieldLabels[field]}
        value={step[field] ?? (field === 'source' ? dashboardItemDefaults.source : '')}
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
          value={step.operation ?? dashboardItemDefaults.operation}
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
      {getItemFields(itemType).required.map(value)}
    </>
  );
}
