import { parsePath } from '@portage/primitives/paths';
import { isObject, member, textMember } from '../json/json.ts';

/** How a response with a success status says that the call failed: Slack's `{ "ok": false, "error": "channel_not_found" }`. */
export interface FailureSign {
  /** A path in the response. Empty: the whole response. */
  path: string;
  /** The text at that path (`null` also matches an empty response). Absent: anything except null, `false`, 0 and an empty list. */
  equals?: string;
  /** Only a text at that path counts. With an empty path: a response that isn't JSON although JSON was expected (Sunwave). */
  isText?: true;
  messagePath?: string;
}

/** `x-failure` of an operation, otherwise of its document: one sign or several. `false` overrides the document's. */
export function readFailureSigns(operation: unknown, document: unknown): FailureSign[] {
  const own = member(operation, 'x-failure');
  const written = own === undefined ? member(document, 'x-failure') : own;
  return [written].flat().flatMap((sign) => (isObject(sign) ? readSign(sign) : []));
}

function readSign(sign: Readonly<Record<string, unknown>>): FailureSign[] {
  const path = textMember(sign, 'path');
  const messagePath = textMember(sign, 'messagePath');
  if (path === undefined || !isPath(path) || (messagePath !== undefined && !isPath(messagePath))) return [];
  const { equals } = sign;
  const isSaid = equals === null || typeof equals === 'string' || typeof equals === 'number' || typeof equals === 'boolean';
  return [
    {
      path,
      ...(isSaid ? { equals: String(equals) } : {}),
      ...(sign.isText === true ? { isText: true } : {}),
      ...(messagePath === undefined ? {} : { messagePath }),
    },
  ];
}

function isPath(text: string): boolean {
  return text === '' || parsePath(text) !== null;
}
