import type { IntegrationDefinition } from '@portage/connectors/schema';
import { Select } from '@portage/ui';
import type { IntegrationStep } from '@portage/workflow';
import { useMemo } from 'react';
import { isBlank, type Json } from '../../integration/field-value.ts';
import { FormField } from '../../panel/form-field.tsx';
import { useReportProblems } from '../../panel/use-form-memory.ts';
import { withSetChoice } from '../connector-choice/connector-choices.ts';
import { useConnectorQuery } from '../connector-choice/connector-source.tsx';
import { LoadProblem } from '../connector-choice/load-problem.tsx';
import type { StepFormProps } from '../fields/step-form.ts';
import { IntegrationFieldInput } from './integration-field.tsx';

/** The fields of the integration's definition (spec STEP-102..105). */
export function IntegrationForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<IntegrationStep>) {
  const definitions = useConnectorQuery(['integration-definitions'], (source) => source.listIntegrationDefinitions());
  const definition = definitions.data?.find(({ implementationType }) => implementationType === step.implementationType);
  const { fieldsData } = step;
  useReportProblems(
    step,
    useMemo(() => requiredFieldProblems(definition, fieldsData), [definition, fieldsData]),
  );
  return (
    <>
      <FormField name="implementationType">
        <Select
          label="Implementation Type"
          value={step.implementationType ?? null}
          onChange={(implementationType) =>
            implementationType !== step.implementationType && onChange({ ...step, implementationType, fieldsData: {} })
          }
          options={withSetChoice(
            (definitions.data ?? []).map((one) => ({ value: one.implementationType, label: one.displayName })),
            step.implementationType,
            step.implementationType ?? '',
          )}
          placeholder="Select Integration Step"
          isRequired
          isDisabled={isReadOnly}
          errorMessage={problemOf('implementationType')}
        />
      </FormField>
      <LoadProblem of={[definitions]} />
      {definition?.fields.map((field) => (
        <IntegrationFieldInput
          key={field.name}
          definition={field}
          clientId={step.clientId}
          stepId={step.stepId}
          value={fieldsData?.[field.name]}
          onChange={(value, name) => onChange({ ...step, fieldsData: { ...fieldsData, [field.name]: value } }, name)}
          isReadOnly={isReadOnly}
          errorMessage={problemOf(`fieldsData.${field.name}`)}
        />
      ))}
    </>
  );
}

/** Problems of required fields without a value (spec STEP-104). */
export function requiredFieldProblems(
  definition: IntegrationDefinition | undefined,
  fieldsData: Record<string, Json> | null | undefined,
): ReadonlyMap<string, string> {
  const missing = (definition?.fields ?? []).filter(
    ({ name, type, isRequired }) => isRequired && type !== 'boolean' && isBlank(fieldsData?.[name]),
  );
  return new Map(missing.map(({ name, displayName }) => [`fieldsData.${name}`, `Please input ${displayName}`]));
}
