import { findWorkflow, findWorkflowRecord, setTestUntil, settleVersion } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import { eventRefused, eventWarnings, syncEvent } from '../connector-events/sync-event.ts';
import { workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { forgetTrigger } from '../webhooks/trigger-cache.ts';
import { requireRunnable } from '../workflow-instances/require-valid.ts';

/** Long enough to set up a sender and let it call, short enough that a forgotten window does no harm. */
export const TEST_WINDOW_MS = 10 * MINUTE_MS;

export interface TestWindow {
  testUntil: Date | null;
  warnings: { userMessage: string; message: string; code: string }[];
}

/**
 * For a while, calls to an inactive workflow's webhook address start test runs of its current version (spec API-31,
 * HOOK-04). Another call restarts the window.
 *
 * @returns a warning and no window if there is nothing to test that way.
 * @throws ApiProblem 404, 400 `workflow-invalid`; 400, 502 `event-not-registered` with the system's words.
 */
export async function startTesting(workflowId: string, context: UserContext): Promise<TestWindow> {
  const workflow = await findWorkflow(context.db, context.user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  const isEvent = workflow.triggerType === 'ConnectorEvent';
  if (workflow.triggerType !== 'Webhook' && !isEvent) return noWindow('trigger-not-webhook', NO_WEBHOOK);
  if (workflow.isActive) return noWindow('workflow-active', ACTIVE);
  requireRunnable(workflow.steps, context);
  await settleVersion(context.db, context.user.id, workflow.currentVersionId);
  const testUntil = new Date(context.now().getTime() + TEST_WINDOW_MS);
  // It was activated after it was read.
  if (!(await setTestUntil(context.db, context.user.id, workflowId, testUntil))) return noWindow('workflow-active', ACTIVE);
  forgetTrigger(workflow.triggerCode);
  return { testUntil, warnings: isEvent ? await listenForTest(workflow, context) : [] };
}

/** During a test the event is listened for as if the workflow were active. @throws ApiProblem 400, 502 `event-not-registered` */
async function listenForTest({ id, triggerCode }: { id: string; triggerCode: string }, context: UserContext) {
  const status = await syncEvent(context, id);
  if (status.state === 'listening') return eventWarnings(status);
  await setTestUntil(context.db, context.user.id, id, null);
  forgetTrigger(triggerCode);
  await syncEvent(context, id);
  throw eventRefused(status);
}

/** Ends the window, if there is one (spec API-32). @throws ApiProblem 404 */
export async function stopTesting(workflowId: string, context: UserContext): Promise<TestWindow> {
  const workflow = await findWorkflowRecord(context.db, context.user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  await setTestUntil(context.db, context.user.id, workflowId, null);
  forgetTrigger(workflow.triggerCode);
  const isEvent = workflow.triggerType === 'ConnectorEvent';
  return { testUntil: null, warnings: isEvent ? eventWarnings(await syncEvent(context, workflowId)) : [] };
}

const NO_WEBHOOK = 'No webhook or event starts this workflow, so there are no calls to wait for. Run it as a test instead.';
const ACTIVE = 'This workflow is active: calls to its webhook address already start ordinary runs.';

function noWindow(code: string, text: string): TestWindow {
  return { testUntil: null, warnings: [{ userMessage: text, message: text, code }] };
}
