import { runInDurableObject } from 'cloudflare:test';
import type { EventStatus } from '@portage/contracts';
import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import type { EventObject } from '../src/events/event-object.ts';
import { makeConnection } from './connection-harness.ts';
import { OWNER, testEnv } from './harness.ts';
import type { OddResponse } from './node/odd-answer.ts';
import type { WireForm } from './node/wire-form.ts';

const db = () => connectHttp(testEnv);
const PUBLIC_ORIGIN = 'https://portage.test';
const FIVE_DAYS_SECONDS = 432_000;

const text = { type: 'string' };
const ok = { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } };
const idParameter = [{ name: 'id', in: 'path', required: true, schema: text }];
const unsubscribe = { operation: 'DELETE /hooks/{id}', values: { 'path.id': '{subscriptionId}' } };
const subscribe = { operation: 'POST /hooks', values: { 'body.url': '{webhookUrl}', 'body.secret': '{secret}' } };
const find = { operation: 'GET /hooks', itemsPath: 'hooks', urlPath: 'url', idPath: 'id' };
const hook = (xEvent: object) => ({ post: { 'x-event': xEvent } });

const eventDocument = {
  openapi: '3.1.0',
  info: { title: 'Events', version: '1' },
  paths: {
    '/hooks': {
      get: { responses: ok },
      post: {
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { url: text, secret: text, topic: text } } } },
        },
        responses: ok,
      },
    },
    '/hooks/{id}': { delete: { parameters: idParameter, responses: ok } },
    '/hooks/{id}/refresh': { post: { parameters: idParameter, responses: ok } },
    '/items': {
      get: {
        parameters: [
          { name: 'since', in: 'query', schema: text },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
        ],
        'x-paging': { style: 'page', parameter: 'query.page', firstPage: 1, itemsPath: 'items' },
        responses: ok,
      },
    },
  },
  webhooks: {
    plain: hook({ subscribe, unsubscribe, find }),
    withoutFind: hook({ subscribe, unsubscribe }),
    refreshed: hook({
      subscribe: { ...subscribe, secretPath: 'macSecret' },
      unsubscribe,
      renew: { everySeconds: FIVE_DAYS_SECONDS, operation: 'POST /hooks/{id}/refresh', values: { 'path.id': '{subscriptionId}' } },
    }),
    registeredAgain: hook({
      subscribe: { ...subscribe, secretPath: 'macSecret' },
      unsubscribe,
      renew: { everySeconds: FIVE_DAYS_SECONDS },
    }),
    polled: hook({ poll: { operation: 'GET /items', values: { 'query.since': '{cursor}' }, cursorPath: 'at', overlapSeconds: 5 } }),
    byHand: hook({ signature: { scheme: 'stripe' } }),
  },
};

export interface ListeningWorkflow {
  workflowId: string;
  connectorId: string;
  /** Its space at the event server. */
  key: string;
  webhookUrl: string;
}

/** An active workflow that waits for an event, straight in the database. */
export async function makeListening(eventId: keyof typeof eventDocument.webhooks): Promise<ListeningWorkflow> {
  const [workflowId, versionId, key, at] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID(), new Date()];
  const connectorId = await makeConnection({
    type: { baseUrl: `${testEnv.EVENT_SYSTEM}/k/${key}`, webhookType: 'github' },
    typeSecrets: { webhookVerificationToken: 'of the type' },
    secrets: { apiKey: 'key' },
    document: eventDocument,
  });
  await db().insert(schema.workflows).values({
    id: workflowId,
    ownerUserId: OWNER,
    name: eventId,
    createdAt: at,
    lastUpdatedAt: at,
    isActive: true,
    triggerCode: workflowId,
    triggerType: 'ConnectorEvent',
    currentVersionId: versionId,
    publishedVersionId: versionId,
  });
  const steps = [{ stepId: 'start', type: 'Trigger', triggerType: 'ConnectorEvent', connectorId, eventId, nextStepId: null }];
  await db()
    .insert(schema.workflowVersions)
    .values({
      id: versionId,
      workflowId,
      ownerUserId: OWNER,
      number: 1,
      name: eventId,
      loggingMode: 'LogAllData',
      steps: steps as never,
      createdAt: at,
      createdByUserId: OWNER,
    });
  return { workflowId, connectorId, key, webhookUrl: `${PUBLIC_ORIGIN}/api/webhooks/${workflowId}` };
}

export async function changeWorkflow(workflowId: string, values: Partial<typeof schema.workflows.$inferInsert>): Promise<void> {
  await db().update(schema.workflows).set(values).where(eq(schema.workflows.id, workflowId));
}

export function getEventObject(workflowId: string): DurableObjectStub<EventObject> {
  return testEnv.EVENTS.get(testEnv.EVENTS.idFromName(workflowId));
}

export async function syncEvent(workflowId: string): Promise<EventStatus> {
  return getEventObject(workflowId).sync({ workflowId, publicOrigin: PUBLIC_ORIGIN });
}

/** Rings the alarm as the platform does. */
export async function ring(workflowId: string): Promise<void> {
  await runInDurableObject(getEventObject(workflowId), (object) => object.alarm());
}

/** Takes the alarm from the platform, so only `ring` rings it. */
export async function holdAlarm(workflowId: string): Promise<void> {
  await runInDurableObject(getEventObject(workflowId), (_object, { storage }) => storage.deleteAlarm());
}

export function readAlarm(workflowId: string): Promise<number | null> {
  return runInDurableObject(getEventObject(workflowId), (_object, { storage }) => storage.getAlarm());
}

interface SystemState {
  hooks: { id: string; url?: string; secret?: string }[];
  items: { id: string; at: string }[];
  calls: string[];
  mood: Record<string, number | 'cut'>;
  odd: OddResponse | null;
  wire: WireForm | null;
  aheadMs: number;
}

/** The system's state and received calls; applies `change` first. */
export async function readSystem({ key }: ListeningWorkflow, change?: Partial<SystemState>): Promise<SystemState> {
  const init = change ? { method: 'POST', body: JSON.stringify(change) } : {};
  return (await fetch(`${testEnv.EVENT_SYSTEM}/state/${key}`, init)).json();
}
