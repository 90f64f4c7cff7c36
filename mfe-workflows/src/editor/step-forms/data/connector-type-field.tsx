import type { ConnectorTypeChoice } from '@portage/connectors/schema';
import { Select } from '@portage/ui';
import { FormField } from '../../panel/form-field.tsx';
import { withSetChoice } from '../connector-choice/connector-choices.ts';

export interface ConnectorTypeFieldProps {
  name: string;
  label: string;
  value: string | null | undefined;
  onChange: (connectorTypeId: string) => void;
  /** Undefined while loading. */
  types: readonly ConnectorTypeChoice[] | undefined;
  /** Shown instead of a choice if `types` is empty. */
  emptyText?: string | undefined;
  hint?: string | undefined;
  isReadOnly: boolean;
  errorMessage: string | undefined;
}

/** The system, which is chosen before the connector. */
export function ConnectorTypeField({
  name,
  label,
  value,
  onChange,
  types,
  emptyText = 'There is no connector type for this',
  hint,
  isReadOnly,
  errorMessage,
}: ConnectorTypeFieldProps) {
  const options = withSetChoice(
    (types ?? []).map((type) => ({ value: type.id, label: type.name })),
    value,
    'Unknown connector type',
  );
  return (
    <FormField name={name}>
      <Select
        label={label}
        value={value ?? null}
        onChange={onChange}
        options={options}
        placeholder={types?.length === 0 ? emptyText : 'Select a connector type'}
        hint={hint}
        isRequired
        // A list without options doesn't open: before they load, pressing it would do nothing and say nothing.
        isDisabled={isReadOnly || types === undefined}
        errorMessage={errorMessage}
      />
    </FormField>
  );
}
