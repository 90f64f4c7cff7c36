import { isObject, listMember, textMember } from '../openapi/json.ts';

export type GraphQlAnswer = { ok: true; data: unknown } | { ok: false; message: string; code: string | null; data: unknown };

const MAX_MESSAGES = 5;

/**
 * Reads the answer of a GraphQL server, which says what went wrong in its body whatever its status is (GraphQL,
 * "Response"). Data that came with errors comes along.
 */
export function readGraphQlAnswer(body: unknown): GraphQlAnswer {
  if (!isObject(body)) return { ok: false, message: 'The answer is not one of a GraphQL server.', code: null, data: null };
  const data = body.data ?? null;
  const errors = listMember(body, 'errors');
  // Shopify and others give one text where a request is refused as a whole.
  const single = textMember(body, 'errors');
  if (errors.length === 0 && single === undefined) return { ok: true, data };
  const messages = errors.map((error) => textMember(error, 'message') ?? 'an error without a message');
  const shown = messages.slice(0, MAX_MESSAGES).join(' ');
  const more = messages.length > MAX_MESSAGES ? ` (and ${messages.length - MAX_MESSAGES} more)` : '';
  const first = errors[0];
  return { ok: false, message: single ?? `${shown}${more}`, code: codeOf(first), data };
}

function codeOf(error: unknown): string | null {
  const extensions = isObject(error) ? error.extensions : undefined;
  return textMember(extensions, 'code') ?? null;
}
