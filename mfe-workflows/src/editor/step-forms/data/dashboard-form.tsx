import { TextField } from '@portage/ui';
import { type DashboardStep, workflowLimits } from '@portage/workflow';
import { FormField } from '../../panel/form-field.tsx';
import type { StepFormProps } from '../fields/step-form.ts';
import { DataSourceFields } from './data-source-fields.tsx';

/** The dashboard and where its data comes from (spec STEP-90..92). */
export function DashboardForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<DashboardStep>) {
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
      <DataSourceFields
        step={step}
        dataTypeLabel="Sync Type"
        onChange={(changes, field) => onChange({ ...step, ...changes }, field)}
        isReadOnly={isReadOnly}
        problemOf={problemOf}
      />
    </>
  );
}
