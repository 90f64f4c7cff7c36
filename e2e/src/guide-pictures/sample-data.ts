import { type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { WorkflowStep } from '@portage/workflow';
import { confirmAddress, failingSteps } from '../api/outbox.ts';
import { activeWebhook, postWebhook, waitForRun } from '../api/runs.ts';
import { until } from '../api/until.ts';
import { finishByApi } from '../playbooks/finish-by-api.ts';

/** The person of the pictures. */
export const MARA = { email: 'mara@example.com', password: 'a-long-password', firstName: 'Mara', lastName: 'Lind' };

const SAMPLE_ORDER = { id: 'A-1001', customer: 'Mara', total: 180 };

/** The workflow of docs/guide/first-workflow.md, followed by a call. */
const LARGE_ORDERS: WorkflowStep[] = [
  {
    stepId: 'start',
    type: 'Trigger',
    triggerType: 'Webhook',
    description: 'The shop calls this address for every order.',
    payloadSampleJson: JSON.stringify(SAMPLE_ORDER, null, 2),
    nextStepId: 'large?',
  },
  {
    stepId: 'large?',
    type: 'Branch',
    description: 'Orders above 100 need a message.',
    conditionGroups: [
      {
        name: 'Yes',
        logicalOperator: 'And',
        nextStepId: 'message',
        conditions: [{ leftExpression: '$Steps["start"].Payload.total', operator: 'GreaterThan', rightExpression: '100' }],
      },
      { name: 'No', conditions: [], nextStepId: null },
    ],
  },
  {
    stepId: 'message',
    type: 'CustomScript',
    description: 'Puts the message together.',
    script: 'const order = Steps["start"].Payload;\nreturn { text: "Large order " + order.id + " from " + order.customer };',
    nextStepId: 'tell the shop',
  },
  {
    stepId: 'tell the shop',
    type: 'HttpRequest',
    description: 'Sends the message to the shop.',
    httpMethod: 'POST',
    url: 'http://shop.portage.local/messages',
    headers: { 'content-type': 'application/json' },
    body: '{ "text": "${Steps["message"].Response.text}" }',
  },
];

const NIGHTLY_REPORT: WorkflowStep[] = [
  {
    stepId: 'start',
    type: 'Trigger',
    triggerType: 'Scheduled',
    description: 'Every day at 8.',
    schedule: { startAt: '2027-01-04T08:00:00', frequency: 1, period: 'Day', timeZone: 'Europe/Berlin' },
    nextStepId: 'report',
  },
  {
    stepId: 'report',
    type: 'CustomScript',
    description: 'Names the day.',
    script: 'console.log("The report is ready.");\nreturn { day: Steps["start"].Payload.scheduledAt };',
  },
];

export interface SampleData {
  api: Client<Calls>;
  largeOrdersId: string;
  nightlyReportId: string;
  failedRunId: string;
  /** A playbook that syncs. Made only when a picture asks for it: its connectors and runs would appear in other pictures. */
  playbook(): Promise<string>;
  /** Alerts in the list. Made only when a picture asks for them, for the same reason. */
  alerts(): Promise<void>;
}

/** Makes the person of the pictures with two workflows, two connectors and a failed run; existing ones are reused. */
export async function makeSampleData(baseUrl: string): Promise<SampleData> {
  const anyone = createClient<Calls>({ baseUrl });
  const { email, password } = MARA;
  const signedUp = await anyone('POST /api/users/signup', { body: MARA }).catch(() => null);
  const { user } = signedUp ?? (await anyone('POST /api/users/signin', { body: { email, password } }));
  const api = createClient<Calls>({ baseUrl, getAccessToken: () => user.accessToken.value });
  if (signedUp) await confirmAddress(baseUrl, api, email);
  const largeOrdersId = await ensureWorkflow(api, 'Large orders', LARGE_ORDERS);
  const nightlyReportId = await ensureWorkflow(api, 'Nightly report', NIGHTLY_REPORT);
  await ensureConnectors(api);
  await testRun(api, nightlyReportId, { scheduledAt: '2026-11-21T07:00:00.000Z' });
  await testRun(api, largeOrdersId, { id: 'A-1000', customer: 'Jonas', total: 40 });
  const failedRunId = await testRun(api, largeOrdersId, SAMPLE_ORDER);
  return { api, largeOrdersId, nightlyReportId, failedRunId, playbook: () => ensurePlaybook(api), alerts: () => ensureAlerts(api) };
}

/** Runs a workflow to its end. @returns the run's id */
async function testRun(api: Client<Calls>, id: string, payload: object): Promise<string> {
  const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-run', { params: { id }, body: { payload } });
  await waitForRun(api, workflowInstanceId);
  return workflowInstanceId;
}

async function ensureWorkflow(api: Client<Calls>, name: string, steps: WorkflowStep[]): Promise<string> {
  const { workflows } = await api('GET /api/workflows', { query: { pageIndex: 0, pageSize: 100 } });
  const existing = workflows.find((one) => one.name === name);
  if (existing) return existing.id;
  return (await api('POST /api/workflows', { body: { name, steps } })).workflow.id;
}

async function ensureConnectors(api: Client<Calls>): Promise<void> {
  const { connectors } = await api('GET /api/connectors', { query: { pageIndex: 0, pageSize: 100 } });
  if (connectors.length > 0) return;
  const { connectorTypes } = await api('GET /api/connector-types', { query: { pageIndex: 0, pageSize: 100 } });
  for (const name of ['Shopify', 'Salesforce']) {
    const type = connectorTypes.find((one) => one.name === name);
    if (!type) throw new Error(`There is no connector type ${name}.`);
    await api('POST /api/connectors/simulated', { body: { connectorTypeId: type.id } });
  }
}

const PLAYBOOK = 'booker-to-shopify';

async function ensurePlaybook(api: Client<Calls>): Promise<string> {
  const { templates } = await api('GET /api/playbook-templates', { query: { pageSize: 100 } });
  const existing = templates.find(({ id }) => id === PLAYBOOK)?.playbookId;
  if (existing) return existing;
  const connectorIds: string[] = [];
  for (const connectorTypeId of ['system-booker', 'system-shopify']) {
    connectorIds.push((await api('POST /api/connectors/simulated', { body: { connectorTypeId } })).connector.id);
  }
  return (await finishByApi(api, PLAYBOOK, connectorIds)).id;
}

async function ensureAlerts(api: Client<Calls>): Promise<void> {
  const count = async () => (await api('GET /api/alerts', { query: {} })).totalCount;
  if ((await count()) > 0) return;
  await api('PUT /api/alerts/settings', { body: { failureCount: 3 } });
  const { webhookUrl } = await activeWebhook(api, 'Orders to the warehouse', failingSteps);
  for (const id of ['A-1002', 'A-1003', 'A-1004']) await postWebhook(webhookUrl, { id });
  // The next messages count many failures.
  await until(
    async () => ((await count()) < 2 ? null : true),
    () => 'There are no further alerts',
  );
}
