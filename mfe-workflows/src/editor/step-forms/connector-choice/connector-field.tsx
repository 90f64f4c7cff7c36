import { Select, space } from '@portage/ui';
import styled from 'styled-components';
import { FormField } from '../../panel/form-field.tsx';
import { AddConnectorButton } from './add-connector-button.tsx';
import { connectorChoices, withSetChoice } from './connector-choices.ts';
import { useConnectors } from './connector-source.tsx';
import { LoadProblem } from './load-problem.tsx';

const Line = styled.div`
  display: flex;
  gap: ${space(2)};
  > div {
    flex: 1;
  }
  /* Beside the field, below its label. */
  > button {
    margin-top: ${space(5.5)};
  }
`;

export interface ConnectorFieldProps {
  name?: string;
  label?: string;
  connectorId: string | null | undefined;
  onlyOfType?: string | null | undefined;
  onChange: (connectorId: string, connectorTypeId: string | null) => void;
  /** The type to propose for a new connector. */
  connectorTypeId?: string | null | undefined;
  isRequired?: boolean;
  isReadOnly: boolean;
  errorMessage: string | undefined;
}

/** The connector that a step uses, with a way to add one (spec STEP-32). */
export function ConnectorField({
  name = 'connectorId',
  label = 'Connector',
  connectorId,
  onlyOfType,
  onChange,
  connectorTypeId,
  isRequired = true,
  isReadOnly,
  errorMessage,
}: ConnectorFieldProps) {
  const query = useConnectors();
  const { data: connectors = [] } = query;
  const options = withSetChoice(connectorChoices(connectors, onlyOfType), connectorId, 'Unknown connector');
  const findType = (id: string | null | undefined) => connectors.find((one) => one.id === id)?.connectorTypeId;
  const choose = (id: string) => onChange(id, findType(id) ?? onlyOfType ?? null);
  // The window can change it: a person may also want a connector of another system.
  const presetType = onlyOfType ?? findType(connectorId) ?? connectorTypeId;
  return (
    <FormField name={name}>
      <Line>
        <Select
          label={label}
          value={connectorId ?? null}
          onChange={choose}
          options={options}
          placeholder={options.length === 0 ? 'There are no connectors yet' : 'Select a connector'}
          isRequired={isRequired}
          isDisabled={isReadOnly}
          errorMessage={errorMessage}
        />
        {isReadOnly ? null : (
          <AddConnectorButton connectorTypeId={presetType} onAdded={(id, typeId) => onChange(id, typeId ?? onlyOfType ?? null)} />
        )}
      </Line>
      <LoadProblem of={[query]} />
    </FormField>
  );
}
