import { workflowQuotaOf } from '@portage/contracts';
import { addToCounters, type WorkflowTrigger } from '@portage/database';
import { answerEventCall } from '../connector-events/answer-event-call.ts';
import { jsonAnswer } from '../http/answers.ts';
import { ApiProblem, conflict, notFound } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { rawRoute } from '../http/implement.ts';
import { startRunOf } from '../workflow-instances/run-shards.ts';
import { deliveryKeyOf } from './delivery-key.ts';
import { parsePayload } from './parse-payload.ts';
import { readWebhookBody } from './read-webhook-body.ts';
import { RefusalCounter } from './refusal-counter.ts';
import { lookUpTrigger } from './trigger-cache.ts';
import { webhookHeaders, webhookQuery } from './webhook-headers.ts';

const TRIGGER_CODE = /^[A-Za-z0-9_-]{1,64}$/;

const refusals = new RefusalCounter();

/** A webhook address is public and takes no cookies, so any site's form may send to it. */
const CORS_HEADERS = { 'access-control-allow-origin': '*' };

/** `/api/webhooks/{triggerCode}`, any method (DESIGN 8, spec HOOK-03, HOOK-08). */
export const webhookRoutes = [
  rawRoute(['ALL'], '/api/webhooks/{triggerCode}', 'public', async (context, { triggerCode = '' }) => {
    try {
      return await answerWebhook(context, triggerCode);
    } catch (error) {
      if (error instanceof ApiProblem) {
        // Another site's page may read what went wrong, too.
        Object.assign(error.headers, CORS_HEADERS);
        countRefusal(context, error.code);
      }
      throw error;
    }
  }),
];

function countRefusal({ db, now, waitUntil }: RequestContext, code: string): void {
  const due = refusals.count(code, now().getTime());
  if (!due) return;
  const counts = [...due].map(([refusal, value]) => ({ labels: { code: refusal }, value }));
  waitUntil(addToCounters(db, 'portage_webhook_refusals_total', counts).catch(() => refusals.giveBack(due)));
}

/**
 * Starts a run with the call as the trigger's values.
 *
 * @returns 202 with the run's id once its start is on disk; an equal delivery gets the first one's id.
 * @throws ApiProblem 404 unknown, 409 `workflow-inactive`, 400 `content-type-mismatch`, 413, 429 `quota-exceeded`, 503 `run-not-started`.
 */
async function answerWebhook(context: RequestContext, triggerCode: string): Promise<Response> {
  const { request } = context;
  if (isPreflight(request)) return preflightAnswer(request);

  const trigger = TRIGGER_CODE.test(triggerCode) ? await lookUpTrigger(context.db, triggerCode) : null;
  if (trigger?.triggerType !== 'Webhook' && trigger?.triggerType !== 'ConnectorEvent') {
    throw notFound('A workflow with this webhook address');
  }
  const run = runOf(trigger, context.now());
  if (!run) throw conflict('workflow-inactive', 'This workflow is not active, so it takes no calls.');
  if (trigger.triggerType === 'ConnectorEvent') return answerEventCall(context, trigger, run);

  const payload = parsePayload(await readWebhookBody(request), request.headers.get('content-type'));
  const headers = webhookHeaders(request.headers);
  const deduplicationKey = deliveryKeyOf(trigger.workflowId, headers, payload);
  const workflowInstanceId = await startRunOf(context, {
    ownerUserId: trigger.ownerUserId,
    quota: workflowQuotaOf({ ...trigger.quotaSettings }),
    workflowId: trigger.workflowId,
    versionId: run.versionId,
    trigger: {
      type: 'Webhook',
      payload,
      headers,
      query: request.url.includes('?') ? webhookQuery(new URL(request.url)) : {},
      method: request.method,
    },
    startedByHand: false,
    isTest: run.isTest,
    ...(deduplicationKey === null ? {} : { deduplicationKey }),
  });
  return jsonAnswer({ workflowInstanceId }, 202, CORS_HEADERS);
}

/** What a call runs at this moment (spec HOOK-03, HOOK-04); null: nothing. */
function runOf(trigger: WorkflowTrigger, now: Date): { versionId: string; isTest: boolean } | null {
  const { isActive, publishedVersionId, currentVersionId, testUntil } = trigger;
  if (isActive) return publishedVersionId === null ? null : { versionId: publishedVersionId, isTest: false };
  return testUntil !== null && now < testUntil ? { versionId: currentVersionId, isTest: true } : null;
}

/** Browsers ask before they send JSON across sites; that question is no call of its own. */
function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
}

function preflightAnswer(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS_HEADERS,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '600',
    },
  });
}
