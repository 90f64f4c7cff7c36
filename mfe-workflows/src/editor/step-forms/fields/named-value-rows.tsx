import { Button, IconButton, Stack } from '@portage/ui';
import { Plus, Trash2 } from 'lucide-react';
import { FormField } from '../../panel/form-field.tsx';
import { ValueField } from '../../values/index.ts';
import { useRowFocus } from './use-row-focus.ts';
import { ValueRow } from './value-row.tsx';

interface NamedValue {
  name: string;
  valueExpression?: string | null;
}

interface NamedValueRowsProps<Row extends NamedValue> {
  rows: readonly Row[];
  /** @param field the path of the changed text; omitted if a row was added or removed */
  onChange: (rows: Row[], field?: string) => void;
  /** Path of the list in the step, such as `queryParameters`. */
  path: string;
  /** The name of a row, in lower case: "query parameter". */
  noun: string;
  most: number;
  stepId: string;
  nameLabel: string;
  isValueRequired?: boolean;
  isReadOnly: boolean;
  problemOf: (field: string) => string | undefined;
}

export function NamedValueRows<Row extends NamedValue>(props: NamedValueRowsProps<Row>) {
  const { rows, onChange, path, noun, most, stepId, nameLabel, isValueRequired = false, isReadOnly, problemOf } = props;
  const { ref, focusRow } = useRowFocus(rows.length);

  function changeRow(index: number, changes: Partial<NamedValue>, field: keyof NamedValue): void {
    onChange(
      rows.map((row, at) => (at === index ? { ...row, ...changes } : row)),
      `${path}[${index}].${field}`,
    );
  }

  return (
    <Stack $gap={3} ref={ref}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and hold no state of their own.
        <ValueRow key={index} $align="start" aria-label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${index + 1}`}>
          <FormField name={`${path}[${index}].name`}>
            <ValueField
              label={nameLabel}
              kind="template"
              value={row.name}
              onChange={(name) => changeRow(index, { name }, 'name')}
              stepId={stepId}
              isRequired
              isReadOnly={isReadOnly}
              errorMessage={problemOf(`${path}[${index}].name`)}
            />
          </FormField>
          <FormField name={`${path}[${index}].valueExpression`}>
            <ValueField
              label="Value"
              value={row.valueExpression ?? ''}
              onChange={(valueExpression) => changeRow(index, { valueExpression }, 'valueExpression')}
              stepId={stepId}
              isRequired={isValueRequired}
              isReadOnly={isReadOnly}
              errorMessage={problemOf(`${path}[${index}].valueExpression`)}
            />
          </FormField>
          {isReadOnly ? null : (
            <IconButton
              label={row.name ? `Delete ${row.name}` : `Delete ${noun} ${index + 1}`}
              icon={<Trash2 aria-hidden />}
              onPress={() => {
                focusRow(index);
                onChange(rows.toSpliced(index, 1));
              }}
            />
          )}
        </ValueRow>
      ))}
      {isReadOnly ? null : (
        <div>
          <Button
            icon={<Plus aria-hidden />}
            isDisabled={rows.length >= most}
            onPress={() => {
              focusRow(rows.length);
              onChange([...rows, { name: '', valueExpression: '' } as Row]);
            }}
          >
            Add {noun}
          </Button>
        </div>
      )}
    </Stack>
  );
}
