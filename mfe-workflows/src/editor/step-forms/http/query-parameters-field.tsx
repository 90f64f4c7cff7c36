import { Button, IconButton, Stack } from '@portage/ui';
import { type HttpRequestStep, workflowLimits } from '@portage/workflow';
import { Plus, Trash2 } from 'lucide-react';
import { FormField } from '../../panel/form-field.tsx';
import { ValueField } from '../../values/index.ts';
import { FormSection, Hint } from '../fields/form-section.tsx';
import { useRowFocus } from '../fields/use-row-focus.ts';
import { NameLine, ValueRow } from '../fields/value-row.tsx';
import { AddressPreview } from './address-preview.tsx';

type Rows = NonNullable<HttpRequestStep['queryParameters']>;

export interface QueryParametersFieldProps {
  step: HttpRequestStep;
  /** `field`: the path of the text that was changed; absent where a row came or went. */
  onChange: (rows: Rows, field?: string) => void;
  isReadOnly: boolean;
  problemOf: (field: string) => string | undefined;
}

/** Names and values that are sent, encoded, behind the URL. */
export function QueryParametersField({ step, onChange, isReadOnly, problemOf }: QueryParametersFieldProps) {
  const rows = step.queryParameters ?? [];
  const { ref, focusRow } = useRowFocus(rows.length);

  function changeRow(index: number, changes: Partial<Rows[number]>, field: string): void {
    onChange(
      rows.map((row, at) => (at === index ? { ...row, ...changes } : row)),
      `queryParameters[${index}].${field}`,
    );
  }

  return (
    <FormSection title="Query parameters">
      <Hint>Names and values are encoded. A list sends its parameter several times; a parameter without a value is left out.</Hint>
      <Stack $gap={3} ref={ref}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and hold no state of their own.
          <ValueRow key={index} aria-label={`Query parameter ${index + 1}`}>
            <NameLine $align="start">
              <FormField name={`queryParameters[${index}].name`}>
                <ValueField
                  label="Parameter"
                  kind="template"
                  value={row.name}
                  onChange={(name) => changeRow(index, { name }, 'name')}
                  stepId={step.stepId}
                  isRequired
                  isReadOnly={isReadOnly}
                  errorMessage={problemOf(`queryParameters[${index}].name`)}
                />
              </FormField>
              {isReadOnly ? null : (
                <IconButton
                  label={row.name ? `Delete ${row.name}` : `Delete query parameter ${index + 1}`}
                  icon={<Trash2 aria-hidden />}
                  onPress={() => {
                    focusRow(index);
                    onChange(rows.toSpliced(index, 1));
                  }}
                />
              )}
            </NameLine>
            <FormField name={`queryParameters[${index}].valueExpression`}>
              <ValueField
                label="Value"
                value={row.valueExpression ?? ''}
                onChange={(valueExpression) => changeRow(index, { valueExpression }, 'valueExpression')}
                stepId={step.stepId}
                isReadOnly={isReadOnly}
                errorMessage={problemOf(`queryParameters[${index}].valueExpression`)}
              />
            </FormField>
          </ValueRow>
        ))}
        {isReadOnly ? null : (
          <div>
            <Button
              icon={<Plus aria-hidden />}
              isDisabled={rows.length >= workflowLimits.queryParameters}
              onPress={() => {
                focusRow(rows.length);
                onChange([...rows, { name: '', valueExpression: '' }]);
              }}
            >
              Add query parameter
            </Button>
          </div>
        )}
      </Stack>
      {rows.length > 0 ? <AddressPreview step={step} /> : null}
    </FormSection>
  );
}
