import { withoutUndefined } from '@portage/primitives/without-undefined';
import { personsTimeZone, Select } from '@portage/ui';
import { newSchedule, type TriggerStep, type TriggerType } from '@portage/workflow';
import { FormField } from '../panel/form-field.tsx';
import { useUnkeptInput } from '../panel/use-form-memory.ts';
import { ConnectorEventForm } from './connector/connector-event-form.tsx';
import { SampleField } from './fields/sample-field.tsx';
import type { FormStep, StepFormProps } from './fields/step-form.ts';
import { RunTagsField } from './run-tags-field.tsx';
import { ScheduleForm } from './schedule/schedule-form.tsx';
import { WebhookResponseFields } from './webhook/webhook-answer-fields.tsx';
import { WebhookUrl } from './webhook/webhook-url.tsx';
import { WebhookVerificationField } from './webhook/webhook-verification-field.tsx';

/** In the order of spec STEP-18, with its labels. */
const types: { value: TriggerType; label: string }[] = [
  { value: 'ConnectorEvent', label: 'Connector Event' },
  { value: 'Manual', label: 'Manual' },
  { value: 'Scheduled', label: 'Scheduled' },
  { value: 'Webhook', label: 'Webhook' },
];
const hints: Record<TriggerType, string> = {
  Manual: 'Starts when a person runs it.',
  Webhook: 'Starts when another system calls its address.',
  ConnectorEvent: 'Starts when something happens in a connected system.',
  Scheduled: 'Starts on a schedule.',
};

/** The type of trigger, and the fields of that type (spec STEP-17..28). */
export function TriggerForm(props: StepFormProps<TriggerStep>) {
  const { step, onChange, isReadOnly, problemOf } = props;
  const [, setSampleDraft] = useUnkeptInput(step.clientId, 'payloadSampleJson');

  function changeType(triggerType: TriggerType): void {
    if (triggerType === step.triggerType) return;
    setSampleDraft(null);
    onChange(rebuilt(step, triggerType, new Date(), personsTimeZone()));
  }

  return (
    <>
      <FormField name="triggerType">
        <Select
          label="Type"
          name="triggerType"
          value={step.triggerType}
          onChange={changeType}
          options={types}
          hint={hints[step.triggerType]}
          isRequired
          isDisabled={isReadOnly}
          errorMessage={problemOf('triggerType')}
        />
      </FormField>
      {step.triggerType === 'Webhook' ? (
        <>
          <WebhookUrl by="workflow" />
          <SampleField
            clientId={step.clientId}
            name="payloadSampleJson"
            label="Payload Sample JSON"
            value={step.payloadSampleJson}
            onChange={(payloadSampleJson) => onChange({ ...step, payloadSampleJson }, 'payloadSampleJson')}
            isReadOnly={isReadOnly}
            errorMessage={problemOf('payloadSampleJson')}
          />
          <WebhookVerificationField isReadOnly={isReadOnly} />
          <WebhookResponseFields step={step} onChange={onChange} isReadOnly={isReadOnly} problemOf={problemOf} />
        </>
      ) : null}
      {step.triggerType === 'ConnectorEvent' ? <ConnectorEventForm {...props} /> : null}
      {step.triggerType === 'Scheduled' ? (
        <ScheduleForm
          clientId={step.clientId}
          set={step.schedule ?? null}
          onChange={(schedule, field) => onChange({ ...step, schedule }, field)}
          isReadOnly={isReadOnly}
          problemOf={problemOf}
        />
      ) : null}
      <RunTagsField
        step={step}
        onChange={(runTags, field) => onChange({ ...step, runTags }, field)}
        isReadOnly={isReadOnly}
        problemOf={problemOf}
      />
    </>
  );
}

/** Drops the old type's values (spec STEP-23). A schedule starts now (STEP-28), in the person's time zone. */
export function rebuilt(step: FormStep<TriggerStep>, triggerType: TriggerType, now: Date, timeZone: string): FormStep<TriggerStep> {
  const { stepId, clientId, description, nextStepId, isHiddenFromCustomer, notes, runTags } = step;
  const schedule = triggerType === 'Scheduled' ? newSchedule(now, timeZone) : undefined;
  return {
    type: 'Trigger',
    stepId,
    clientId,
    triggerType,
    ...withoutUndefined({ description, nextStepId, isHiddenFromCustomer, notes, runTags, schedule }),
  };
}
