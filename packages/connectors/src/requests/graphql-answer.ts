import { isObject, listMember, member, textMember } from '../json/json.ts';

export type GraphQlResponse =
  | { ok: true; data: unknown }
  /** `isThrottled`: there were too many calls. The same call works after `retryAfterMs`, if that is given. */
  | { ok: false; message: string; code: string | null; isThrottled: boolean; retryAfterMs: number | null; data: unknown };

type GraphQlFailure = Extract<GraphQlResponse, { ok: false }>;

const MAX_MESSAGES = 5;
const THROTTLED = /^(throttled|rate_?limited|too_?many_?requests)$/i;

/** Reads a GraphQL response: errors are in the body, whatever the status, and may come with data (GraphQL, "Response"). */
export function readGraphQlResponse(body: unknown): GraphQlResponse {
  if (!isObject(body) || !('data' in body || 'errors' in body)) {
    return failure('The response is not from a GraphQL server.', null);
  }
  const data = body.data ?? null;
  const errors = listMember(body, 'errors');
  // Shopify and others send a single text if a request is refused as a whole.
  const single = textMember(body, 'errors');
  if (errors.length === 0 && single === undefined) {
    const refusals = listUserErrors(data);
    return refusals.length === 0 ? { ok: true, data } : failure(joined(refusals), data);
  }
  const messages = errors.map((error) => textMember(error, 'message') ?? 'an error without a message');
  const codes = errors.map(getErrorCode);
  const isThrottled = codes.some((code) => code !== null && THROTTLED.test(code));
  const retryAfterMs = isThrottled ? computeWait(body.extensions) : null;
  return failure(single ?? joined(messages), data, { code: codes[0] ?? null, isThrottled, retryAfterMs });
}

function failure(message: string, data: unknown, known: Partial<GraphQlFailure> = {}): GraphQlFailure {
  return { ok: false, message, code: null, isThrottled: false, retryAfterMs: null, data, ...known };
}

/** How long until there are enough points for the query, if the server counts points (Shopify's `extensions.cost`). */
function computeWait(extensions: unknown): number | null {
  const cost = member(extensions, 'cost');
  const status = member(cost, 'throttleStatus');
  const [wanted, available, perSecond] = [
    member(cost, 'requestedQueryCost'),
    member(status, 'currentlyAvailable'),
    member(status, 'restoreRate'),
  ];
  if (typeof wanted !== 'number' || typeof available !== 'number' || typeof perSecond !== 'number' || perSecond <= 0) return null;
  return Math.max(0, Math.ceil(((wanted - available) / perSecond) * 1_000));
}

/** What a mutation reports as not done: `userErrors` is a convention of Shopify and others. Nothing changed, so the step must fail. */
function listUserErrors(data: unknown): string[] {
  const results = isObject(data) ? Object.values(data) : [];
  return results.flatMap((result) => listMember(result, 'userErrors')).map(userError);
}

function userError(error: unknown): string {
  const message = textMember(error, 'message') ?? 'an error without a message';
  const field = listMember(error, 'field').filter((name) => typeof name === 'string' || typeof name === 'number');
  return field.length > 0 ? `${field.join('.')}: ${message}` : message;
}

function joined(messages: readonly string[]): string {
  const more = messages.length > MAX_MESSAGES ? ` (and ${messages.length - MAX_MESSAGES} more)` : '';
  return `${messages.slice(0, MAX_MESSAGES).join(' ')}${more}`;
}

function getErrorCode(error: unknown): string | null {
  const extensions = isObject(error) ? error.extensions : undefined;
  return textMember(extensions, 'code') ?? null;
}
