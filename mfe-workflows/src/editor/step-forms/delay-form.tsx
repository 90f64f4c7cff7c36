import { Select } from '@portage/ui';
import { type DelayStep, delayDefaults, delayTypes } from '@portage/workflow';
import { FormField } from '../panel/form-field.tsx';
import { toChoices } from './fields/choices.ts';
import { FieldRow } from './fields/form-section.tsx';
import { NumberTextField } from './fields/number-text-field.tsx';
import type { StepFormProps } from './fields/step-form.ts';

const units = toChoices(delayTypes);

/** How long the run waits (spec STEP-82). */
export function DelayForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<DelayStep>) {
  return (
    <FieldRow>
      <NumberTextField
        clientId={step.clientId}
        name="delayValue"
        label="Delay"
        value={step.delayValue}
        onChange={(delayValue) => delayValue !== null && onChange({ ...step, delayValue }, 'delayValue')}
        requiredAs="Delay"
        min={1}
        isReadOnly={isReadOnly}
        errorMessage={problemOf('delayValue')}
      />
      <FormField name="delayType">
        <Select
          label="Unit"
          name="delayType"
          value={step.delayType ?? delayDefaults.delayType}
          onChange={(delayType) => onChange({ ...step, delayType })}
          options={units}
          isDisabled={isReadOnly}
        />
      </FormField>
    </FieldRow>
  );
}
