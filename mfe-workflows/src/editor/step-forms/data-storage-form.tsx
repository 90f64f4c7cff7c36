import { Button, Checkbox, IconButton, Select, Stack, size, space } from '@portage/ui';
import { type DataStorageOperation, type DataStorageStep, dataStorageOperations, storageScopes, workflowLimits } from '@portage/workflow';
import { Plus, Trash2 } from 'lucide-react';
import styled from 'styled-components';
import { FormField } from '../panel/form-field.tsx';
import { ValueField } from '../values/index.ts';
import { toChoices } from './fields/choices.ts';
import { FormSection, Problem } from './fields/form-section.tsx';
import { NumberTextField } from './fields/number-text-field.tsx';
import type { StepFormProps } from './fields/step-form.ts';
import { useRowFocus } from './fields/use-row-focus.ts';
import { ValueRow } from './fields/value-row.tsx';

const operations = toChoices(dataStorageOperations, { Add: 'Add to a number', Append: 'Append to a list', SetIf: 'Set if unchanged' });
/** What each atomic operation guarantees to concurrent runs. */
const HINTS: Partial<Record<DataStorageOperation, string>> = {
  Add: 'Starts at 0. Runs at the same time don’t lose additions.',
  Append: 'Starts with an empty list. Runs at the same time don’t lose items.',
  SetIf: 'Fails and writes nothing if the stored value isn’t the expected one.',
};
const scopes = toChoices(storageScopes);
const { min, max, default: defaultHours } = workflowLimits.expirationHours;

const Sentence = styled.div`
  display: grid;
  grid-template-columns: auto ${space(30)} 1fr;
  gap: ${space(2)};
  align-items: start;
  > span {
    line-height: ${size.control};
  }
`;

/** Operation, scope and keys; only values that outlive the run can expire (spec STEP-73..80). */
export function DataStorageForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<DataStorageStep>) {
  const canExpire = step.dataStorageOperation === 'Create' && step.scope === 'Workflow';
  const expires = typeof step.expirationInHours === 'number';
  const isDelete = step.dataStorageOperation === 'Delete';
  const { ref, focusRow } = useRowFocus(step.keyValues.length);

  function changeRow(index: number, changes: Partial<DataStorageStep['keyValues'][number]>, field: string): void {
    const keyValues = step.keyValues.map((row, at) => (at === index ? { ...row, ...changes } : row));
    onChange({ ...step, keyValues }, `keyValues[${index}].${field}`);
  }

  return (
    <>
      <FormField name="dataStorageOperation">
        <Select
          label="Operation"
          name="dataStorageOperation"
          value={step.dataStorageOperation}
          onChange={(operation) => onChange(withOperation(step, operation))}
          options={operations}
          hint={HINTS[step.dataStorageOperation]}
          isDisabled={isReadOnly}
        />
      </FormField>
      {step.dataStorageOperation === 'Create' ? (
        <FormField name="scope">
          <Select
            label="Scope"
            name="scope"
            value={step.scope ?? 'CurrentRun'}
            onChange={(scope) => onChange({ ...step, scope, ...(scope === 'CurrentRun' ? { expirationInHours: null } : {}) })}
            options={scopes}
            hint={`${step.scope === 'Workflow' ? 'Stored for later runs of this workflow' : 'Deleted when the run ends'}. Other steps find the values under Data.`}
            isDisabled={isReadOnly}
          />
        </FormField>
      ) : null}
      {canExpire ? (
        <Checkbox
          value={expires}
          onChange={(isOn) => onChange({ ...step, expirationInHours: isOn ? defaultHours : null })}
          isDisabled={isReadOnly}
        >
          Expire data
        </Checkbox>
      ) : null}
      {canExpire && expires ? (
        <Sentence>
          <span aria-hidden>Data expires in</span>
          <NumberTextField
            clientId={step.clientId}
            name="expirationInHours"
            label="Data expires in N hours"
            isLabelHidden
            value={step.expirationInHours}
            onChange={(expirationInHours) => onChange({ ...step, expirationInHours }, 'expirationInHours')}
            requiredAs="Data expires in N hours"
            min={min}
            max={max}
            isReadOnly={isReadOnly}
            errorMessage={problemOf('expirationInHours')}
          />
          <span aria-hidden>hours</span>
        </Sentence>
      ) : null}
      <FormSection title={isDelete ? 'Keys' : 'Keys and values'}>
        <Stack $gap={3} ref={ref}>
          {step.keyValues.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and hold no state of their own.
            <ValueRow key={index} aria-label={`Item ${index + 1}`}>
              <FormField name={`keyValues[${index}].key`}>
                <ValueField
                  label="Key"
                  value={row.key}
                  onChange={(key) => changeRow(index, { key }, 'key')}
                  stepId={step.stepId}
                  isRequired
                  isReadOnly={isReadOnly}
                  errorMessage={problemOf(`keyValues[${index}].key`)}
                />
              </FormField>
              {step.dataStorageOperation === 'SetIf' ? (
                <FormField name={`keyValues[${index}].expectedExpression`}>
                  <ValueField
                    label="Expected value"
                    value={row.expectedExpression ?? ''}
                    onChange={(expectedExpression) => changeRow(index, { expectedExpression }, 'expectedExpression')}
                    stepId={step.stepId}
                    hint="Leave it empty to write only if nothing is stored."
                    isReadOnly={isReadOnly}
                    errorMessage={problemOf(`keyValues[${index}].expectedExpression`)}
                  />
                </FormField>
              ) : null}
              {isDelete ? null : (
                <FormField name={`keyValues[${index}].valueExpression`}>
                  <ValueField
                    label="Value"
                    value={row.valueExpression ?? ''}
                    onChange={(valueExpression) => changeRow(index, { valueExpression }, 'valueExpression')}
                    stepId={step.stepId}
                    isRequired
                    isReadOnly={isReadOnly}
                    errorMessage={problemOf(`keyValues[${index}].valueExpression`)}
                  />
                </FormField>
              )}
              <IconButton
                label={row.key ? `Delete ${row.key}` : `Delete item ${index + 1}`}
                icon={<Trash2 aria-hidden />}
                isDisabled={isReadOnly}
                onPress={() => {
                  focusRow(index);
                  onChange({ ...step, keyValues: step.keyValues.toSpliced(index, 1) });
                }}
              />
            </ValueRow>
          ))}
          {problemOf('keyValues') ? <Problem role="alert">{problemOf('keyValues')}</Problem> : null}
          <FormField name="keyValues">
            <Button
              icon={<Plus aria-hidden />}
              isDisabled={isReadOnly || step.keyValues.length >= workflowLimits.keyValues}
              onPress={() => {
                focusRow(step.keyValues.length);
                onChange({ ...step, keyValues: [...step.keyValues, { key: '', valueExpression: isDelete ? null : '' }] });
              }}
            >
              Add Item
            </Button>
          </FormField>
        </Stack>
      </FormSection>
    </>
  );
}

/** Spec STEP-73, STEP-76..78: only Create has a scope; an expiry setting stays for the other operations. */
function withOperation(step: StepFormProps<DataStorageStep>['step'], dataStorageOperation: DataStorageOperation) {
  return { ...step, dataStorageOperation, scope: dataStorageOperation === 'Create' ? (step.scope ?? ('CurrentRun' as const)) : null };
}
