import { type AwaitedRunResult, parseRunId, type RunResponse } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { hasResponseBody } from '@portage/workflow';
import { createSmallResponse } from '../http/answers.ts';
import { attachment } from '../http/attachment.ts';
import type { RequestContext } from '../http/context.ts';
import { runShard } from '../workflow-instances/run-shards.ts';
import type { StartedRun } from '../workflow-instances/start-run.ts';
import { buildResponseHeaders } from './answer-headers.ts';
import { isWebhookAddress } from './webhook-address.ts';

/**
 * The response to a webhook's caller: at once, or when the run ends within the trigger's deadline.
 * @returns 202 with the run's id at once and at the deadline; the End step's response; 200 with the id if a run has no response; 500 if it failed
 */
export async function respondWithRun(context: RequestContext, run: StartedRun, headers: Record<string, string>): Promise<Response> {
  const { runId, answerWithinMs } = run;
  const answer = answerWithinMs === null ? null : await awaitRunResult(context, runId, answerWithinMs);
  if (answer?.kind !== 'ended') return createSmallResponse(context, `{"workflowInstanceId":"${runId}"}`, 202, headers);
  if (answer.response) return createResponse(context, answer.response);
  if (answer.status === 'Succeeded') return createSmallResponse(context, `{"workflowInstanceId":"${runId}"}`, 200, headers);
  // Only the workflow's people may see why it failed; the caller knows only the address.
  const text = 'The workflow didn’t finish, so there’s no response.';
  const errors = [{ userMessage: text, message: text, code: 'run-not-finished' }];
  return createSmallResponse(context, JSON.stringify({ isSuccess: false, errors, workflowInstanceId: runId }), 500, headers);
}

/** The run is on disk whatever happens to this call: a lost one gets the same response as at the deadline. */
async function awaitRunResult(context: RequestContext, runId: string, withinMs: number): Promise<AwaitedRunResult | null> {
  const location = parseRunId(runId);
  if (!location) return null;
  try {
    return await runShard(context.env, location).awaitAnswer(runId, withinMs);
  } catch (error) {
    log('warn', 'The response of a run was lost', { requestId: context.requestId, runId, cause: formatErrorCauses(error) });
    return null;
  }
}

function createResponse(context: RequestContext, response: RunResponse): Response {
  const { status, headers, fileName } = response;
  const isApart = isWebhookAddress(context);
  if (!isApart && headers.location !== undefined) return redirectRefused(context);
  context.answer.apiHeaders = 'few';
  const sent = buildResponseHeaders(headers, isApart);
  if (fileName !== undefined) sent.set('content-disposition', attachment(fileName));
  return new Response(hasResponseBody(status) ? decodeBody(response) : null, { status, headers: sent });
}

function decodeBody({ body, isBase64 }: RunResponse): string | Uint8Array<ArrayBuffer> {
  return isBase64 ? Uint8Array.from(atob(body), (character) => character.charCodeAt(0)) : body;
}

/** Anybody can make a workflow, so a link to Portage must not lead wherever its author wants. */
function redirectRefused(context: RequestContext): Response {
  const text =
    'The workflow responded with a redirect, which this Portage address doesn’t allow. An admin can set up a separate address for webhooks.';
  const errors = [{ userMessage: text, message: text, code: 'redirect-not-allowed' }];
  return createSmallResponse(context, JSON.stringify({ isSuccess: false, errors }), 500, { 'access-control-allow-origin': '*' });
}
