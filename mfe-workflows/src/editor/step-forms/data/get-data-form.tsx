import type { GetDataStep } from '@portage/workflow';
import type { StepFormProps } from '../fields/step-form.ts';
import { DataSourceFields } from './data-source-fields.tsx';

/** The connector and the type of data to read from it (spec STEP-93). */
export function GetDataForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<GetDataStep>) {
  return (
    <DataSourceFields
      step={step}
      dataTypeLabel="Data Type"
      onChange={(changes, field) => onChange({ ...step, ...changes }, field)}
      isReadOnly={isReadOnly}
      problemOf={problemOf}
    />
  );
}
