import type { CallResponse, Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { until } from './until.ts';

export type Run = CallResponse<Calls, 'GET /api/workflows/instances/{id}'>['workflowInstance'];

const OVER = ['Succeeded', 'Failed', 'Cancelled'];

/** Waits until a run is in the wanted state. @throws with the run's state if that takes longer than `timeoutMs` */
export async function waitForRun(
  api: Client<Calls>,
  runId: string,
  isWanted: (run: Run) => boolean = (run) => OVER.includes(run.status),
  timeoutMs = 60_000,
): Promise<Run> {
  let last: Run | undefined;
  const look = async () => {
    last = (await api('GET /api/workflows/instances/{id}', { params: { id: runId } })).workflowInstance;
    return isWanted(last) ? last : null;
  };
  return until(look, () => `The run is not as wanted: ${JSON.stringify(last)}`, { timeoutMs });
}

/** All steps of a run by their path, in the order in which they started. */
export async function listSteps(api: Client<Calls>, runId: string) {
  const steps = [];
  for (let pageIndex = 0; ; pageIndex++) {
    const page = await api('GET /api/workflows/step-instances', { query: { workflowInstanceId: runId, pageIndex, pageSize: 100 } });
    steps.push(...page.stepInstances);
    if (steps.length >= page.totalCount || page.stepInstances.length === 0) return steps;
  }
}

/** One step with its data, by the step's name. */
export async function readStep(api: Client<Calls>, runId: string, name: string) {
  const step = (await listSteps(api, runId)).find((one) => one.name === name);
  if (!step) throw new Error(`The run has no step ${name}`);
  const answer = await api('GET /api/workflows/step-instances/{id}', { params: { id: step.id }, query: { workflowInstanceId: runId } });
  return answer.stepInstance;
}

/** Makes a workflow, activates it and returns its webhook address. */
export async function activeWebhook(
  api: Client<Calls>,
  name: string,
  steps: unknown[],
): Promise<{ workflowId: string; webhookUrl: string }> {
  const { workflow } = await api('POST /api/workflows', { body: { name, steps: steps as never } });
  await api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
  const { webhookUrl } = await api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflow.id } });
  return { workflowId: workflow.id, webhookUrl };
}

/** Posts to a webhook. @returns the id of the run it started */
export async function postWebhook(webhookUrl: string, payload: unknown, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
  });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`The webhook responded with ${response.status}: ${text}`);
  return (JSON.parse(text) as { workflowInstanceId: string }).workflowInstanceId;
}
