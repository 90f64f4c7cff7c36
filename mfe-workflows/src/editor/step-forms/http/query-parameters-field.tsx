import { type HttpRequestStep, workflowLimits } from '@portage/workflow';
import { FormSection, Hint } from '../fields/form-section.tsx';
import { NamedValueRows } from '../fields/named-value-rows.tsx';
import { AddressPreview } from './address-preview.tsx';

type Rows = NonNullable<HttpRequestStep['queryParameters']>;

export interface QueryParametersFieldProps {
  step: HttpRequestStep;
  /** @param field the path of the changed text; omitted if a row was added or removed */
  onChange: (rows: Rows, field?: string) => void;
  isReadOnly: boolean;
  problemOf: (field: string) => string | undefined;
}

/** Names and values that are encoded and appended to the URL. */
export function QueryParametersField({ step, onChange, isReadOnly, problemOf }: QueryParametersFieldProps) {
  const rows = step.queryParameters ?? [];
  return (
    <FormSection title="Query parameters">
      <Hint>Names and values are encoded. A list sends its parameter several times; a parameter without a value is left out.</Hint>
      <NamedValueRows
        rows={rows}
        onChange={onChange}
        path="queryParameters"
        noun="query parameter"
        most={workflowLimits.queryParameters}
        stepId={step.stepId}
        nameLabel="Parameter"
        isReadOnly={isReadOnly}
        problemOf={problemOf}
      />
      {rows.length > 0 ? <AddressPreview step={step} /> : null}
    </FormSection>
  );
}
