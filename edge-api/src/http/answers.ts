import { UNKNOWN_ERROR_MESSAGE } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { isDatabaseAway } from '@portage/database';
import { ApiProblem, notSetUp } from './api-problem.ts';
import { createResponseNotes, type RequestContext } from './context.ts';
import { isStorageAway } from './is-storage-away.ts';

type ResponseContext = Pick<RequestContext, 'answer' | 'requestId'>;

/** Headers of every API response: it is data, never a page, and caches must not keep it. */
const API_HEADERS: Record<string, string> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Set all at once: looking up and setting each one afterwards costs more than everything else about a small response. */
const JSON_HEADERS: Record<string, string> = { ...API_HEADERS, 'content-type': 'application/json; charset=utf-8' };

const SMALL_HEADERS: Record<string, string> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** @param headers names in lower case */
export function createJsonResponse(
  { answer }: Pick<RequestContext, 'answer'>,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  answer.apiHeaders = 'all';
  return new Response(JSON.stringify(body), { status, headers: { ...JSON_HEADERS, ...headers } });
}

/**
 * A response that programs get by the thousand: without the headers that only matter to a browser showing a page, each
 * of which costs processor time. @param json its text, @param headers names in lower case
 */
export function createSmallResponse(
  { answer }: Pick<RequestContext, 'answer'>,
  json: string,
  status: number,
  headers: Record<string, string>,
): Response {
  answer.apiHeaders = 'few';
  return new Response(json, { status, headers: { ...SMALL_HEADERS, ...headers } });
}

/** The only place where a thrown error becomes HTTP; causes not meant for people go to the log. */
export function toErrorResponse(error: unknown, context: ResponseContext): Response {
  const { requestId } = context;
  if (error instanceof ApiProblem) {
    if (error.cause !== undefined)
      log('warn', 'Refused', { requestId, code: error.code, cause: formatErrorCauses(error.cause, { withStack: true }) });
    return createJsonResponse(context, { isSuccess: false, errors: error.entries }, error.status, error.headers);
  }
  log('error', 'Request failed', { requestId, cause: formatErrorCauses(error, { withStack: true }) });
  if (isDatabaseAway(error))
    return createUnavailableResponse(context, 'database-away', 'Portage can’t reach its database right now. Please try again in a moment.');
  if (isStorageAway(error))
    return createUnavailableResponse(context, 'storage-away', 'Portage can’t store anything at the moment. Please try again in a moment.');
  const entry = { userMessage: UNKNOWN_ERROR_MESSAGE, message: UNKNOWN_ERROR_MESSAGE, code: 'internal' };
  return createJsonResponse(context, { isSuccess: false, errors: [entry] }, 500);
}

/** Senders of webhooks retry a call that got a 5xx, and a person may try again. */
function createUnavailableResponse(context: ResponseContext, code: string, text: string): Response {
  const entry = { userMessage: text, message: text, code };
  return createJsonResponse(context, { isSuccess: false, errors: [entry] }, 503, { 'retry-after': '5' });
}

/** 503 while required secrets aren't set; lists only their names. */
export function createNotSetUpResponse(request: Request, missing: readonly string[]): Response {
  const context = { requestId: crypto.randomUUID(), answer: createResponseNotes() };
  const { requestId } = context;
  const problem = notSetUp(`Portage is not set up: edge-api lacks ${missing.join(', ')}.`);
  log('error', 'Not set up', { requestId, missing: missing.join(', ') });
  return overHttps(request, finishResponse(toErrorResponse(problem, context), context));
}

/** Tells browsers to stay on HTTPS; a response over plain HTTP must not say so (RFC 6797, 7.2). */
export function overHttps(request: Request, response: Response): Response {
  if (response.status !== 101 && request.url.startsWith('https:')) {
    response.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  }
  return response;
}

/** Adds the API's headers; a WebSocket upgrade and a small response are passed on untouched. */
export function finishResponse(response: Response, context: ResponseContext): Response {
  const { apiHeaders } = context.answer;
  if (response.status === 101 || apiHeaders === 'few') return response;
  if (apiHeaders === 'all') {
    response.headers.set('x-request-id', context.requestId);
    return response;
  }
  const finished = new Response(response.body, response);
  for (const [name, value] of Object.entries(API_HEADERS)) if (!finished.headers.has(name)) finished.headers.set(name, value);
  finished.headers.set('x-request-id', context.requestId);
  return finished;
}
