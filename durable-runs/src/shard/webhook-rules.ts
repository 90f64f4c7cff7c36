import type { RunTrigger, WorkflowVersionSnapshot } from '@portage/contracts';
import { type TriggerStep, workflowLimits } from '@portage/workflow';

/** The rules of a version's trigger for webhook calls. */
export interface WebhookRules {
  /** Null: every method is allowed. */
  allowedMethods: readonly string[] | null;
  /** Null: the caller gets its response at once. */
  answerWithinMs: number | null;
}

const NONE: WebhookRules = { allowedMethods: null, answerWithinMs: null };

/** @param trigger what starts the run; runs started by a person or a schedule have no rules */
export function getWebhookRules({ steps }: WorkflowVersionSnapshot, { type }: Pick<RunTrigger, 'type'>): WebhookRules {
  const step = type === 'Webhook' ? steps.find((step): step is TriggerStep => step.type === 'Trigger') : undefined;
  if (!step) return NONE;
  const seconds = step.webhookAnswerSeconds ?? workflowLimits.webhookAnswerSeconds.default;
  return { allowedMethods: step.allowedMethods ?? null, answerWithinMs: step.webhookAnswer === 'WhenRunEnds' ? seconds * 1_000 : null };
}
