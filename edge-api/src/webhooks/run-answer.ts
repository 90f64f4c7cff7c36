import { parseRunId, type RunAnswer, type RunResponse } from '@portage/contracts';
import { causeOf, log } from '@portage/contracts/log';
import { smallAnswer } from '../http/answers.ts';
import type { RequestContext } from '../http/context.ts';
import { runShard } from '../workflow-instances/run-shards.ts';
import type { StartedRun } from '../workflow-instances/start-run.ts';

/**
 * Headers that an answer cannot set: they would speak for Portage's own address (cookies, policies, caches of the browser, its dialog for a
 * name and a password) or for the connection.
 */
const KEPT_BACK =
  /^(set-cookie2?|content-length|transfer-encoding|connection|keep-alive|upgrade|trailer|te|content-encoding|content-security-policy.*|strict-transport-security|clear-site-data|service-worker-allowed|access-control-.*|cross-origin-.*|x-content-type-options|x-frame-options|permissions-policy|referrer-policy|refresh|link|alt-svc|nel|report-to|reporting-endpoints|origin-agent-cluster|sourcemap|x-sourcemap|server-timing|speculation-rules|supports-loading-mode|origin-trial|accept-ch|critical-ch|www-authenticate|proxy-authenticate|set-login|use-as-dictionary|(sec|secure)-session-.*|attribution-reporting-.*)$/;
/**
 * A page of Portage may load scripts of its own address: an answer is never one. Parts of a multipart answer bring headers of their own,
 * and Firefox takes cookies from them.
 */
const NEVER_AN_ANSWER = /(java|ecma|live|j)script|wasm|text\/css|(^|[^a-z])worker|multipart/i;
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** An answer is shown by a browser without scripts, forms or an origin, whatever it holds. */
const ANSWER_HEADERS = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:",
  'x-content-type-options': 'nosniff',
};

/**
 * The answer to a webhook's caller: at once, or when the run ends within the trigger's deadline.
 * @returns 202 with the run's id at once and at the deadline; the End step's answer; 200 with the id if a run has no answer; 500 if it failed
 */
export async function answerOfRun(context: RequestContext, run: StartedRun, headers: Record<string, string>): Promise<Response> {
  const { runId, answerWithinMs } = run;
  const answer = answerWithinMs === null ? null : await awaitAnswer(context, runId, answerWithinMs);
  if (answer?.kind !== 'ended') return smallAnswer(context, `{"workflowInstanceId":"${runId}"}`, 202, headers);
  if (answer.response) return responseOf(context, answer.response);
  if (answer.status === 'Succeeded') return smallAnswer(context, `{"workflowInstanceId":"${runId}"}`, 200, headers);
  // Only the workflow's people may see why it failed; the caller knows just the address.
  const text = 'The workflow did not finish, so it has no answer.';
  const errors = [{ userMessage: text, message: text, code: 'run-not-finished' }];
  return smallAnswer(context, JSON.stringify({ isSuccess: false, errors, workflowInstanceId: runId }), 500, headers);
}

/** The run is on disk whatever becomes of this call: a lost one is answered like one at its deadline. */
async function awaitAnswer(context: RequestContext, runId: string, withinMs: number): Promise<RunAnswer | null> {
  const location = parseRunId(runId);
  if (!location) return null;
  try {
    return await runShard(context.env, location).awaitAnswer(runId, withinMs);
  } catch (error) {
    log('warn', 'The answer of a run was lost', { requestId: context.requestId, runId, cause: causeOf(error) });
    return null;
  }
}

function responseOf(context: RequestContext, { status, headers, body }: RunResponse): Response {
  const allowed = Object.entries(headers).filter(([name]) => !KEPT_BACK.test(name));
  const answer = new Headers({ ...Object.fromEntries(allowed), ...ANSWER_HEADERS });
  if (NEVER_AN_ANSWER.test(answer.get('content-type') ?? '')) answer.set('content-type', 'text/plain; charset=utf-8');
  context.answer.apiHeaders = 'few';
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers: answer });
}
