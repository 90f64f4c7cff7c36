import { findDeliveryId, isSignatureScheme, TOKEN_PARAMETER, tokenHeaders, verifyCall } from '@portage/connectors';
import { type ArrivedEvent, eventsOfCall } from '@portage/connectors/events';
import type { EventReceiver } from '@portage/contracts';
import type { WorkflowTrigger } from '@portage/database';
import { eventObject } from '../connector-events/event-object.ts';
import { lookUpReceiver } from '../connector-events/receiver-cache.ts';
import { noteRefusedCall } from '../connector-events/refused-calls.ts';
import { createJsonResponse } from '../http/answers.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { parsePayload } from './parse-payload.ts';
import type { WebhookBody } from './read-webhook-body.ts';
import { type CallTarget, startByTrigger } from './start-by-trigger.ts';
import { webhookHeaders, webhookQuery } from './webhook-headers.ts';

const STARTS_AT_ONCE = 20;
/** Each of them starts a run before the call gets its response. */
const MOST_EVENTS = 1_000;
/** Headers that are, or could be, the secret itself. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(tokenHeaders);

/**
 * A call to the webhook address of a workflow that a connector's event starts (spec HOOK-02, HOOK-06, HOOK-07). Its bytes are
 * verified before anything else is done with it (HOSTILE 30).
 *
 * @returns 200: with the run's id, or without one if the call is another event.
 * @throws ApiProblem 401 `signature-…`, 400, 413, 415, 429, 503.
 */
export async function handleEventCall(context: RequestContext, target: CallTarget, { body: rawBody }: WebhookBody): Promise<Response> {
  const { request } = context;
  const { trigger } = target;
  // Some systems (Mindbody) check this way that the address responds. The response reveals nothing and starts nothing.
  if (request.method === 'HEAD') return new Response(null, { status: 200 });
  const receiver = await lookUpReceiver(context, trigger.workflowId);
  if (!receiver) {
    const text = 'The listener for this event is not ready yet. Please send the event again.';
    throw new ApiProblem(503, 'event-not-ready', text, { headers: { 'retry-after': '5' } });
  }
  let parsed: { body: unknown } | null = null;
  const parse = () => {
    parsed ??= { body: parsePayload(rawBody, request.headers.get('content-type')) };
    return parsed.body;
  };
  const verified = await verify(context, trigger, receiver, rawBody, parse);
  if (verified.challenge) return new Response(verified.challenge.text, { headers: { 'content-type': verified.challenge.contentType } });

  const { headers } = request;
  const body = parse();
  const callId = findDeliveryId({ headers, body }, { scheme: receiver.scheme ?? '', isTimed: verified.isTimed });
  const events = eventsOfCall(receiver.definition, { headers, query: getQuery(request), body }, callId);
  if (events.length > MOST_EVENTS && !receiver.isFetched) {
    noteRefusedCall(context, trigger, 'too-many-events');
    const text = `A call can contain at most ${MOST_EVENTS} events, but this one has ${events.length}. Send them in several calls.`;
    throw new ApiProblem(413, 'too-many-events', text);
  }
  if (events.length > 0 && receiver.isFetched) await eventObject(context, trigger.workflowId).fetchNews();
  const runIds = receiver.isFetched ? [] : await startRuns(context, target, events, rawBody, verified.signedDigest);
  if (verified.wantsEmptyAnswer) return new Response(null, { status: 200 });
  const [workflowInstanceId] = runIds;
  return createJsonResponse(
    context,
    workflowInstanceId === undefined ? {} : { workflowInstanceId, ...(runIds.length > 1 ? { workflowInstanceIds: runIds } : {}) },
    200,
  );
}

/** @throws ApiProblem 401 for a call that isn't certainly the system's (fail closed) */
async function verify(
  context: RequestContext,
  trigger: WorkflowTrigger,
  receiver: EventReceiver,
  rawBody: Uint8Array,
  parse: () => unknown,
) {
  const { request, publicOrigin } = context;
  const { scheme, secrets } = receiver;
  if (!isSignatureScheme(scheme)) throw refused(context, trigger, 'no-scheme', 'This address has no setting for how its calls are signed.');
  const { pathname, search } = new URL(request.url);
  const call = {
    headers: request.headers,
    rawBody,
    secrets,
    nowMs: context.now().getTime(),
    // The address as the system knows it, whatever proxies are in between.
    url: publicOrigin + pathname + search,
    method: request.method,
  };
  const result = await verifyCall(scheme, call, parse);
  if (!result.ok) throw refused(context, trigger, result.reason, result.message);
  return result;
}

function refused(context: RequestContext, trigger: WorkflowTrigger, reason: string, message: string): ApiProblem {
  noteRefusedCall(context, trigger, reason);
  return new ApiProblem(401, `signature-${reason}`, message);
}

async function startRuns(
  context: RequestContext,
  target: CallTarget,
  events: readonly ArrivedEvent[],
  rawBody: Uint8Array,
  signedDigest: string | null,
): Promise<string[]> {
  const keys = await computeEventKeys(target.trigger.workflowId, events, rawBody, signedDigest);
  const runIds: string[] = [];
  for (let at = 0; at < events.length; at += STARTS_AT_ONCE) {
    const started = events
      .slice(at, at + STARTS_AT_ONCE)
      .map((event, within) => startOne(context, target, event, keys[at + within] ?? null));
    runIds.push(...(await Promise.all(started)));
  }
  return runIds;
}

async function startOne(
  context: RequestContext,
  target: CallTarget,
  { payload }: ArrivedEvent,
  deduplicationKey: string | null,
): Promise<string> {
  const { request } = context;
  const headers = Object.fromEntries(Object.entries(webhookHeaders(request.headers)).filter(([name]) => !SECRET_HEADERS.has(name)));
  const { [TOKEN_PARAMETER]: _, ...query } = request.url.includes('?')
    ? webhookQuery(request.url, request.headers.get('content-type'))
    : {};
  const { runId } = await startByTrigger(context, target, {
    trigger: { type: 'ConnectorEvent', payload, headers, query, method: request.method },
    ...(deduplicationKey === null ? {} : { deduplicationKey }),
  });
  return runId;
}

/**
 * The keys that make two deliveries of one event one run (HOSTILE 5). The key of an event without an id comes from the signed
 * bytes, so that replaying an intercepted call starts nothing. Several events in an unsigned call get keys from its
 * bytes: if only some of them could be started, the system sends all of them again.
 */
async function computeEventKeys(
  workflowId: string,
  events: readonly ArrivedEvent[],
  rawBody: Uint8Array,
  signedDigest: string | null,
): Promise<(string | null)[]> {
  const needsDigest = signedDigest === null && events.length > 1 && events.some(({ id }) => id === null);
  const bodyDigest = needsDigest
    ? Buffer.from(await crypto.subtle.digest('SHA-256', rawBody as Uint8Array<ArrayBuffer>)).toString('base64url')
    : null;
  const digest = signedDigest ?? bodyDigest;
  return events.map(({ id }, at) => {
    if (id !== null) return `${workflowId}:event:${id}`;
    return digest === null ? null : `${workflowId}:event:${digest}#${at}`;
  });
}

function getQuery(request: Request): URLSearchParams {
  return new URL(request.url).searchParams;
}
