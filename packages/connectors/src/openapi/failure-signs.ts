import { parsePath } from '@portage/primitives/paths';
import { isObject, member, textMember } from './json.ts';

/** How an answer with a good status says that nothing was done: Slack's `{ "ok": false, "error": "channel_not_found" }`. */
export interface FailureSign {
  /** A place in the answer; empty: the answer itself. */
  path: string;
  /** The text at that place (`null` also where the answer is empty); absent: anything but nothing, `false`, 0 and an empty list. */
  equals?: string;
  /** Only a text at that place says so. With an empty path: an answer that is not JSON although JSON was expected (Sunwave). */
  isText?: true;
  /** Where the answer says why. */
  messagePath?: string;
}

/** `x-failure` of an operation, else of its document: one sign or several; `false` takes the document's away. */
export function failureSignsOf(operation: unknown, document: unknown): FailureSign[] {
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
