import type { IntegrationField } from '@portage/connectors/schema';
import { Checkbox, TextArea } from '@portage/ui';
import { useState } from 'react';
import { type Json, readJsonField, writeJsonField } from '../../integration/field-value.ts';
import { FormField } from '../../panel/form-field.tsx';
import { ValueField } from '../../values/index.ts';
import { ConnectorField } from '../connector-choice/connector-field.tsx';
import { NumberTextField } from '../fields/number-text-field.tsx';

export interface IntegrationFieldProps {
  definition: IntegrationField;
  clientId: string;
  stepId: string;
  value: Json | undefined;
  /** @param field the edited field */
  onChange: (value: Json, field?: string) => void;
  isReadOnly: boolean;
  errorMessage: string | undefined;
}

/** One field of an integration step (spec STEP-103). @throws for types other than the five known ones (spec STEP-110) */
export function IntegrationFieldInput({ definition, clientId, stepId, value, onChange, isReadOnly, errorMessage }: IntegrationFieldProps) {
  const { displayName: label, isRequired } = definition;
  const name = `fieldsData.${definition.name}`;
  switch (definition.type) {
    case 'connector':
      return (
        <ConnectorField
          name={name}
          label={label}
          connectorId={typeof value === 'string' ? value : null}
          onlyOfType={definition.connectorTypeId}
          onChange={(id) => onChange(id)}
          isRequired={isRequired}
          isReadOnly={isReadOnly}
          errorMessage={errorMessage}
        />
      );
    case 'string':
      return (
        <FormField name={name}>
          <ValueField
            label={label}
            value={writeJsonField(value)}
            onChange={(text) => onChange(text, name)}
            stepId={stepId}
            isArea={definition.isTextArea ?? false}
            isRequired={isRequired}
            isReadOnly={isReadOnly}
            errorMessage={errorMessage}
          />
        </FormField>
      );
    case 'json':
      return <JsonInput {...{ label, name, value, isRequired, isReadOnly, errorMessage }} onChange={(next) => onChange(next, name)} />;
    case 'integer':
      return (
        <NumberTextField
          clientId={clientId}
          name={name}
          label={label}
          value={typeof value === 'number' ? value : null}
          onChange={(number) => onChange(number, name)}
          requiredAs={isRequired ? label : undefined}
          isReadOnly={isReadOnly}
          errorMessage={errorMessage}
        />
      );
    case 'boolean':
      return (
        <Checkbox value={value === true} onChange={onChange} isDisabled={isReadOnly}>
          {label}
        </Checkbox>
      );
    default:
      throw new Error(`Unknown custom additional field type "${String(definition.type satisfies never)}"`);
  }
}

interface JsonInputProps {
  label: string;
  name: string;
  value: Json | undefined;
  onChange: (value: Json) => void;
  isRequired: boolean;
  isReadOnly: boolean;
  errorMessage: string | undefined;
}

/** Edits a value as JSON. Until the text is valid JSON, the text itself is stored (spec STEP-105). */
function JsonInput({ label, name, value, onChange, isRequired, isReadOnly, errorMessage }: JsonInputProps) {
  const [typed, setTyped] = useState(() => writeJsonField(value));
  const isOwn = JSON.stringify(readJsonField(typed)) === JSON.stringify(value);
  return (
    <FormField name={name}>
      <TextArea
        label={label}
        value={isOwn ? typed : writeJsonField(value)}
        onChange={(text) => {
          setTyped(text);
          onChange(readJsonField(text));
        }}
        hint={typeof value === 'string' && value.trim() !== '' ? 'This is not valid JSON: it’s stored as text.' : undefined}
        isCode
        isRequired={isRequired}
        isReadOnly={isReadOnly}
        errorMessage={errorMessage}
      />
    </FormField>
  );
}
