import { Checkbox, Inline, Select } from '@portage/ui';
import { type HttpMethodName, httpMethods, type TriggerStep, type WebhookResponseMode, workflowLimits } from '@portage/workflow';
import { FormField } from '../../panel/form-field.tsx';
import { FormSection, Hint, Problem } from '../fields/form-section.tsx';
import { NumberTextField } from '../fields/number-text-field.tsx';
import type { StepFormProps } from '../fields/step-form.ts';

const responseOptions: { value: WebhookResponseMode; label: string }[] = [
  { value: 'AtOnce', label: 'At once' },
  { value: 'WhenRunEnds', label: 'When the run ends' },
];
const hints: Record<WebhookResponseMode, string> = {
  AtOnce: 'The caller gets 202 with the run’s id.',
  WhenRunEnds: 'The caller waits for the End step’s response. After the time limit, it gets 202 with the run’s id.',
};
const { min, max, default: defaultSeconds } = workflowLimits.webhookAnswerSeconds;

/** When a webhook's caller gets a response, and which methods it may use. */
export function WebhookResponseFields({ step, onChange, isReadOnly, problemOf }: StepFormProps<TriggerStep>) {
  const answer = step.webhookAnswer ?? 'AtOnce';
  const allowed: readonly HttpMethodName[] = step.allowedMethods ?? httpMethods;
  const problem = problemOf('allowedMethods');

  function allow(method: HttpMethodName, isAllowed: boolean): void {
    const methods = httpMethods.filter((known) => (known === method ? isAllowed : allowed.includes(known)));
    const { allowedMethods: _, ...others } = step;
    onChange(methods.length === httpMethods.length ? others : { ...step, allowedMethods: methods });
  }

  return (
    <>
      <FormSection title="Response">
        <FormField name="webhookAnswer">
          <Select
            label="Respond to the caller"
            name="webhookAnswer"
            value={answer}
            onChange={(webhookAnswer) => onChange({ ...step, webhookAnswer })}
            options={responseOptions}
            hint={hints[answer]}
            isDisabled={isReadOnly}
            errorMessage={problemOf('webhookAnswer')}
          />
        </FormField>
        {answer === 'WhenRunEnds' ? (
          <NumberTextField
            clientId={step.clientId}
            name="webhookAnswerSeconds"
            label="Time limit in seconds"
            value={step.webhookAnswerSeconds}
            onChange={(seconds) => {
              const { webhookAnswerSeconds: _, ...others } = step;
              onChange(seconds === null ? others : { ...step, webhookAnswerSeconds: seconds }, 'webhookAnswerSeconds');
            }}
            hint={`${min} to ${max}; empty: ${defaultSeconds}.`}
            min={min}
            max={max}
            isReadOnly={isReadOnly}
            errorMessage={problemOf('webhookAnswerSeconds')}
          />
        ) : null}
      </FormSection>
      <FormSection title="Allowed methods">
        <FormField name="allowedMethods">
          <Inline $gap={[2, 4]} $align="stretch">
            {httpMethods.map((method) => (
              <Checkbox
                key={method}
                value={allowed.includes(method)}
                onChange={(isAllowed) => allow(method, isAllowed)}
                isDisabled={isReadOnly}
              >
                {method}
              </Checkbox>
            ))}
          </Inline>
        </FormField>
        {problem ? <Problem role="alert">{problem}</Problem> : <Hint>A call with another method gets 405 and starts nothing.</Hint>}
      </FormSection>
    </>
  );
}
