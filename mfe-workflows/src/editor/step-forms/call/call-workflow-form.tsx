import { Checkbox, Select } from '@portage/ui';
import { type CallInputType, type CallWorkflowStep, callDefaults, callInputTypes, delayTypes, workflowLimits } from '@portage/workflow';
import { FormField } from '../../panel/form-field.tsx';
import { ValueField } from '../../values/index.ts';
import { toChoices } from '../fields/choices.ts';
import { FailureOptions } from '../fields/failure-options.tsx';
import { FieldRow, FormSection, Hint } from '../fields/form-section.tsx';
import { NamedValueRows } from '../fields/named-value-rows.tsx';
import { NumberTextField } from '../fields/number-text-field.tsx';
import { RetryOptions } from '../fields/retry-options.tsx';
import type { StepFormProps } from '../fields/step-form.ts';
import { CalledWorkflowField } from './called-workflow-field.tsx';

const inputLabels: Record<CallInputType, string> = { Fields: 'Fields', Value: 'One value' };
const inputTypes = callInputTypes.map((value) => ({ value, label: inputLabels[value] }));
const units = toChoices(delayTypes);

export function CallWorkflowForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<CallWorkflowStep>) {
  const inputType = step.inputType ?? callDefaults.inputType;
  return (
    <>
      <FormField name="workflowId">
        <CalledWorkflowField
          value={step.workflowId ?? null}
          onChange={(workflowId) => onChange({ ...step, workflowId })}
          isReadOnly={isReadOnly}
          errorMessage={problemOf('workflowId')}
        />
      </FormField>
      <FormSection title="Input">
        <Hint>The called workflow reads it as the payload of its trigger.</Hint>
        <FormField name="inputType">
          <Select
            label="Given as"
            name="inputType"
            value={inputType}
            onChange={(chosen) => onChange({ ...step, inputType: chosen })}
            options={inputTypes}
            isDisabled={isReadOnly}
          />
        </FormField>
        {inputType === 'Fields' ? (
          <NamedValueRows
            rows={step.inputFields ?? []}
            onChange={(inputFields, field) => onChange({ ...step, inputFields }, field)}
            path="inputFields"
            noun="field"
            most={workflowLimits.callInputFields}
            stepId={step.stepId}
            nameLabel="Field"
            isReadOnly={isReadOnly}
            problemOf={problemOf}
          />
        ) : (
          <FormField name="inputValue">
            <ValueField
              label="Value"
              value={step.inputValue ?? ''}
              onChange={(inputValue) => onChange({ ...step, inputValue }, 'inputValue')}
              stepId={step.stepId}
              isReadOnly={isReadOnly}
              errorMessage={problemOf('inputValue')}
            />
          </FormField>
        )}
      </FormSection>
      <FormSection title="Output">
        <Checkbox value={step.doNotWait ?? false} onChange={(doNotWait) => onChange({ ...step, doNotWait })} isDisabled={isReadOnly}>
          Don’t wait for it to finish
        </Checkbox>
        <Hint>
          {step.doNotWait
            ? 'The run continues at once. Response.runId is the started run.'
            : 'Response is what the called workflow’s End step returns. If the called workflow fails, this step fails.'}
        </Hint>
        {step.doNotWait ? null : (
          <FieldRow>
            <NumberTextField
              clientId={step.clientId}
              name="deadlineValue"
              label="Deadline"
              value={step.deadlineValue}
              onChange={(deadlineValue) => onChange({ ...step, deadlineValue }, 'deadlineValue')}
              hint="At the deadline the called run is cancelled. Without a deadline, the run waits as long as it takes."
              min={1}
              isReadOnly={isReadOnly}
              errorMessage={problemOf('deadlineValue')}
            />
            <FormField name="deadlineType">
              <Select
                label="Unit"
                name="deadlineType"
                value={step.deadlineType ?? 'Minutes'}
                onChange={(deadlineType) => onChange({ ...step, deadlineType })}
                options={units}
                isDisabled={isReadOnly}
              />
            </FormField>
          </FieldRow>
        )}
      </FormSection>
      <FailureOptions step={step} onChange={onChange} hasErrorPath isReadOnly={isReadOnly} />
      <RetryOptions step={step} onChange={onChange} hasFailures={false} isReadOnly={isReadOnly} problemOf={problemOf} />
    </>
  );
}
