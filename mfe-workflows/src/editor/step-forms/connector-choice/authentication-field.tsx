import { Select } from '@portage/ui';
import { FormField } from '../../panel/form-field.tsx';
import { connectorChoices, withSetChoice } from './connector-choices.ts';
import { useConnectors } from './connector-source.tsx';

export interface AuthenticationFieldProps {
  connectorId: string | null | undefined;
  onChange: (connectorId: string | null, connectorTypeId: string | null) => void;
  isReadOnly: boolean;
  errorMessage: string | undefined;
}

/** The connector whose credentials are sent with a request, if any (spec STEP-69). */
export function AuthenticationField({ connectorId, onChange, isReadOnly, errorMessage }: AuthenticationFieldProps) {
  const { data: connectors = [] } = useConnectors();
  const options = [{ value: '', label: 'None' }, ...withSetChoice(connectorChoices(connectors), connectorId, 'Unknown connector')];
  return (
    <FormField name="connectorId">
      <Select
        label="Connector for authentication"
        value={connectorId ?? ''}
        onChange={(id) => onChange(id === '' ? null : id, connectors.find((one) => one.id === id)?.connectorTypeId ?? null)}
        options={options}
        isDisabled={isReadOnly}
        errorMessage={errorMessage}
      />
    </FormField>
  );
}
