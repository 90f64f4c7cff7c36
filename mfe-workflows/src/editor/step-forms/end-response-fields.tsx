import { Banner, Button } from '@portage/ui';
import { type EndResponse, type EndStep, workflowLimits } from '@portage/workflow';
import { FormField } from '../panel/form-field.tsx';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import { ValueField } from '../values/index.ts';
import { FormSection, Hint } from './fields/form-section.tsx';
import { NamedValueRows } from './fields/named-value-rows.tsx';
import type { StepFormProps } from './fields/step-form.ts';

export function EndResponseFields({ step, onChange, isReadOnly, problemOf }: StepFormProps<EndStep>) {
  const response = step.response ?? {};
  const change = (changes: Partial<EndResponse>, field?: string) => onChange({ ...step, response: { ...response, ...changes } }, field);

  return (
    <FormSection title="Response">
      <Hint>
        The caller gets it if the trigger responds when the run ends; a step that calls this workflow gets it as its Response. The body is
        JSON unless a content-type header says otherwise.
      </Hint>
      <EarlyResponse isReadOnly={isReadOnly} />
      <FormField name="response.status">
        <ValueField
          label="Status"
          value={response.status ?? ''}
          onChange={(status) => change({ status }, 'response.status')}
          stepId={step.stepId}
          placeholder="200"
          isReadOnly={isReadOnly}
          errorMessage={problemOf('response.status')}
        />
      </FormField>
      <FormField name="response.body">
        <ValueField
          label="Body"
          kind="json"
          value={response.body ?? ''}
          onChange={(body) => change({ body }, 'response.body')}
          stepId={step.stepId}
          isArea
          isReadOnly={isReadOnly}
          errorMessage={problemOf('response.body')}
        />
      </FormField>
      <NamedValueRows
        rows={response.headers ?? []}
        onChange={(headers, field) => change({ headers }, field)}
        path="response.headers"
        noun="header"
        most={workflowLimits.headers}
        stepId={step.stepId}
        nameLabel="Header"
        isReadOnly={isReadOnly}
        problemOf={problemOf}
      />
    </FormSection>
  );
}

/** Warns that the webhook's caller has its response before the run ends, and offers to let it wait. */
function EarlyResponse({ isReadOnly }: { isReadOnly: boolean }) {
  const store = useEditorStore();
  const trigger = useEditor(({ steps }) => steps.find((step) => step.type === 'Trigger'));
  if (trigger?.triggerType !== 'Webhook' || trigger.webhookAnswer === 'WhenRunEnds') return null;
  const waiting: typeof trigger = { ...trigger, webhookAnswer: 'WhenRunEnds' };
  return (
    <Banner
      tone="warning"
      action={
        isReadOnly ? null : (
          <Button size="dense" onPress={() => store.changeStep(trigger.clientId, waiting)}>
            Let the caller wait
          </Button>
        )
      }
    >
      The trigger responds at once, so the webhook’s caller won’t get this response.
    </Banner>
  );
}
