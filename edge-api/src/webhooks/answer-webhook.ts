import { findDeliveryId, TOKEN_PARAMETER, tokenHeaders } from '@portage/connectors';
import { addToCounters } from '@portage/database';
import { ApiProblem } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { rawRoute } from '../http/implement.ts';
import type { StartedRun } from '../workflow-instances/start-run.ts';
import { handleEventCall } from './answer-event-call.ts';
import { BodyTurns, bytesToCome } from './body-turns.ts';
import { decodeRawBody, readPayload } from './parse-payload.ts';
import { readWebhookBody, type WebhookBody } from './read-webhook-body.ts';
import { RefusalCounter } from './refusal-counter.ts';
import { respondWithRun } from './run-answer.ts';
import { type CallTarget, findTarget, startByTrigger } from './start-by-trigger.ts';
import { verifyWebhook } from './verify-webhook.ts';
import { webhookHeaders, webhookQuery } from './webhook-headers.ts';

const refusals = new RefusalCounter();
const bodyTurns = new BodyTurns();
/** Reading a value with 100,000 names takes much of a second of the thread, so one is read at a time, and small calls get the rest. */
const readingTurns = new BodyTurns({ freeBytes: 250_000, bytesAtOnce: 0, holdMs: 2_000, restShare: 1 });

/** A webhook address is public and uses no cookies, so any site's form may send to it. */
const CORS_HEADERS = { 'access-control-allow-origin': '*' };

/** `/api/webhooks/{triggerCode}`, any method (docs/workflow-format.md, spec HOOK-03, HOOK-08). */
export const webhookRoutes = [
  rawRoute(
    ['ALL'],
    '/api/webhooks/{triggerCode}',
    { access: 'public', effect: 'write', query: 'any' },
    async (context, { triggerCode = '' }) => {
      try {
        return await handleWebhook(context, triggerCode);
      } catch (error) {
        if (error instanceof ApiProblem) {
          // Another site's page may read the error too.
          Object.assign(error.headers, CORS_HEADERS);
          countRefusal(context, error.code);
        }
        throw error;
      }
    },
  ),
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
 * @returns 202 with the run's id once its start is on disk, or the run's own response (`respondWithRun`); a repeated delivery gets the first one's id.
 * @throws ApiProblem 404 unknown, 409 `workflow-inactive`, 400 `content-type-mismatch`, 405 `method-not-allowed`, 413, 429 `quota-exceeded`, 503 `run-not-started`, `database-away`, `busy`.
 */
async function handleWebhook(context: RequestContext, triggerCode: string): Promise<Response> {
  const { request } = context;
  if (isPreflight(request)) return createPreflightResponse(request);

  const target = await findTarget(context, triggerCode);
  const { ownerUserId } = target.trigger;
  const started = await bodyTurns.hold(ownerUserId, bytesToCome(request), async () => {
    const bodies = await readWebhookBody(request);
    return readingTurns.hold(ownerUserId, bodies.body.length, () => startFor(context, target, bodies));
  });
  return started instanceof Response ? started : respondWithRun(context, started, CORS_HEADERS);
}

/** @returns the run, or the response to a call that none needs to wait for */
async function startFor(context: RequestContext, target: CallTarget, bodies: WebhookBody): Promise<StartedRun | Response> {
  const { request } = context;
  if (target.trigger.triggerType === 'ConnectorEvent') return handleEventCall(context, target, bodies);

  const contentType = request.headers.get('content-type');
  const { body } = bodies;
  const parse = () => readPayload(body, contentType);
  const { challenge, ...signed } = await verifyWebhook(context, target.trigger, bodies, () => parse().payload);
  if (challenge) return challenge;
  const { payload, json } = parse();
  const { headers, query } = publicParts(request, target.trigger.verification?.settings.scheme ?? null);
  const deduplicationKey = computeDeliveryKey(target.trigger.workflowId, { headers, body: payload, ...signed });
  return startByTrigger(context, target, {
    trigger: {
      type: 'Webhook',
      payload,
      headers,
      query,
      method: request.method,
      ...(target.trigger.readsRawBody ? { rawBody: decodeRawBody(body, contentType) } : {}),
    },
    ...(json === null ? {} : { payloadJson: json }),
    ...(deduplicationKey === null ? {} : { deduplicationKey }),
  });
}

/** The parts of the call's head that become part of the run, without a token that proved the sender. */
function publicParts(
  request: Request,
  scheme: string | null,
): { headers: Record<string, string>; query: Record<string, string | string[]> } {
  const headers = webhookHeaders(request.headers);
  const query = request.url.includes('?') ? webhookQuery(request.url, request.headers.get('content-type')) : {};
  if (scheme !== 'token') return { headers, query };
  const { [TOKEN_PARAMETER]: _, ...others } = query;
  return {
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !tokenHeaders.some((token) => token === name))),
    query: others,
  };
}

/** Browsers send a preflight before JSON across sites; it doesn't count as a call. */
function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
}

function createPreflightResponse(request: Request): Response {
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

interface ArrivedCall extends Pick<Awaited<ReturnType<typeof verifyWebhook>>, 'signedDigest' | 'sender'> {
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/**
 * The key that makes two calls of a webhook address one delivery (HOSTILE 5), unique among all of an owner's workflows.
 *
 * @param call `headers`: names in lower case, read once for all: each read of a request's own headers costs a host call. `signedDigest`
 *   makes an intercepted call that is sent again (HOSTILE 30) the same delivery.
 * @returns null for a call without a delivery id or such a digest: each call is its own run.
 */
function computeDeliveryKey(workflowId: string, { headers, body, signedDigest, sender }: ArrivedCall): string | null {
  const source = { get: (name: string) => (Object.hasOwn(headers, name) ? (headers[name] ?? null) : null) };
  const deliveryId = findDeliveryId({ headers: source, body }, sender);
  if (deliveryId !== null) return `${workflowId}:${deliveryId}`;
  return signedDigest === null ? null : `${workflowId}:signed:${signedDigest}`;
}
