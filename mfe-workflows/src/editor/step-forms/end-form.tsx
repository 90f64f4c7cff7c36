import { Checkbox, Select } from '@portage/ui';
import { type EndStep, type EndStepScope, endDefaults, endStepScopes } from '@portage/workflow';
import { FormField } from '../panel/form-field.tsx';
import { EndResponseFields } from './end-response-fields.tsx';
import { toChoices } from './fields/choices.ts';
import type { StepFormProps } from './fields/step-form.ts';

const scopes = toChoices(endStepScopes);
const effects: Record<EndStepScope, string> = {
  Loop: 'Leaves the loop; the run continues with the step after it.',
  LoopIteration: 'Skips the rest of this iteration and continues with the next item.',
  Workflow: 'Ends the whole run here, as succeeded.',
};

/** Chooses what the step ends (spec STEP-81), and the response to the webhook's caller. */
export function EndForm(props: StepFormProps<EndStep>) {
  const { step, onChange, isReadOnly, problemOf } = props;
  const scope = step.endStepScope ?? endDefaults.endStepScope;
  const hasResponse = step.response !== undefined && step.response !== null;
  return (
    <>
      <FormField name="endStepScope">
        <Select
          label="Scope"
          name="endStepScope"
          value={scope}
          onChange={(endStepScope) => onChange({ ...step, endStepScope })}
          options={scopes}
          hint={effects[scope]}
          isDisabled={isReadOnly}
          errorMessage={problemOf('endStepScope')}
        />
      </FormField>
      {scope === 'Workflow' ? (
        <Checkbox
          value={hasResponse}
          onChange={(answers) => onChange({ ...step, response: answers ? { status: '200', body: '' } : null })}
          isDisabled={isReadOnly}
        >
          Respond to the webhook's caller
        </Checkbox>
      ) : null}
      {scope === 'Workflow' && hasResponse ? <EndResponseFields {...props} /> : null}
    </>
  );
}
