import type { TriggerStep } from '@portage/workflow';
import type { StepFormProps } from '../step-form.ts';
import { WebhookUrl } from '../webhook-url.tsx';

/** Spec STEP-19, STEP-21, STEP-24. */
export function ConnectorEventForm(_props: StepFormProps<TriggerStep>) {
  return <WebhookUrl by="triggerCode" />;
}
