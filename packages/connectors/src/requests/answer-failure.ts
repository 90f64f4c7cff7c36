import type { ExtractedOperation } from '../extracted/extracted.ts';
import { readResponseMessage } from './answer-message.ts';
import { valueAt } from './request-values.ts';

/**
 * Why a response with a success status is still a failure (`x-failure` of its document); null if it isn't one.
 *
 * @param body parsed JSON, or the text of a response that isn't JSON.
 */
export function findResponseFailure({ failureSigns = [] }: ExtractedOperation, body: unknown): string | null {
  for (const { path, equals, isText, messagePath } of failureSigns) {
    const value = valueAt(body, path);
    if (isText ? typeof value !== 'string' : equals === undefined ? !isSomething(value) : String(value) !== equals) continue;
    const said = readResponseMessage(messagePath === undefined ? body : valueAt(body, messagePath));
    return said || 'The system responded that it didn’t do this.';
  }
  return null;
}

function isSomething(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
