import { valueAt } from '@portage/connectors/requests';
import type { ResponseSign } from '@portage/database';
import { decodeJsonText } from '@portage/primitives/wire';

export interface ReceivedResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** How much of a body is searched: error responses are short, and a sign is near their beginning. */
const LOOKED_AT_BYTES = 100_000;

/** Whether a response shows one of the signs. Every member of a sign must match. */
export function showsSign(signs: readonly ResponseSign[], answer: ReceivedResponse): boolean {
  if (signs.length === 0) return false;
  let text: string | undefined;
  const textOf = () => (text ??= decodeStart(answer));
  return signs.some(({ status, path, equals, contains, isText }) => {
    if (status === undefined && path === undefined && contains === undefined && !isText) return false;
    if (status !== undefined && status !== answer.status) return false;
    if (contains !== undefined && !textOf().includes(contains)) return false;
    if (isText && jsonIn(textIn(answer)) !== undefined) return false;
    return path === undefined || holdsAt(textOf(), path, equals);
  });
}

function decodeStart(answer: ReceivedResponse): string {
  const { body } = answer;
  // For a long body the charset is ignored: the cut may split a character.
  return body.length > LOOKED_AT_BYTES ? new TextDecoder().decode(body.subarray(0, LOOKED_AT_BYTES)) : textIn(answer);
}

function textIn({ body, headers }: ReceivedResponse): string {
  const decoded = decodeJsonText(body, headers['content-type']);
  return decoded.ok ? decoded.text : '';
}

/** @param expected undefined: any value matches */
function holdsAt(text: string, path: string, expected: string | undefined): boolean {
  const value = valueAt(jsonIn(text), path);
  if (expected === undefined) return value !== null && value !== undefined;
  return (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') && String(value) === expected;
}

/** @returns undefined if the text isn't JSON */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
