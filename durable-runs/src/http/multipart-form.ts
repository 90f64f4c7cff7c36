import { isObject } from '@portage/primitives/json';
import { type MultipartPart, writeMultipart } from '@portage/primitives/wire';
import { textOfValue } from '@portage/workflow';
import { fromBase64 } from '../encoding/base64.ts';

/** A file among the fields: its bytes as base64, or its text. */
interface FilePart {
  fileName?: string;
  /** Escaped as in the header that will contain it. */
  filename?: string;
  contentType?: string;
  base64?: string;
  text?: string;
}

export type MultipartForm = { ok: true; contentType: string; body: Uint8Array } | { ok: false; message: string };

/**
 * `multipart/form-data` as browsers write it. A field is a text, a file (`{"fileName", "contentType", "base64" or "text"}`), any other
 * object as JSON, or a list of these.
 *
 * @param seed chooses the boundary: the same for every attempt, so that a repeated call is byte-for-byte identical.
 */
export function multipartForm(fields: Readonly<Record<string, unknown>>, seed: string): MultipartForm {
  const parts: MultipartPart[] = [];
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      const part = toPart(name, item);
      if (typeof part === 'string') return { ok: false, message: part };
      parts.push(part);
    }
  }
  return { ok: true, ...writeMultipart('multipart/form-data', parts, seed) };
}

function toPart(name: string, given: unknown): MultipartPart | string {
  const file = readFile(given);
  if (!file) {
    const isJson = typeof given === 'object' && given !== null;
    return { name, content: textOfValue(given), ...(isJson ? { contentType: 'application/json' } : {}) };
  }
  const { fileName, contentType, content } = file;
  if (content === null) return `The content of the file in field "${name}" is not base64.`;
  if (/[\r\n\0]/.test(contentType)) return `The content type of the file in field "${name}" must not contain line breaks.`;
  return { name, fileName: fileName ?? 'file', contentType, content };
}

/** A value that is sent as a file. Null content: it isn't base64. */
export interface SentFile {
  fileName: string | null;
  contentType: string;
  content: string | Uint8Array | null;
}

/** @returns null for any other value */
export function readFile(given: unknown): SentFile | null {
  const value = fileOfPayload(given);
  if (!isFile(value)) return null;
  return {
    fileName: value.fileName ?? value.filename ?? null,
    contentType: value.contentType ?? (value.base64 === undefined ? 'text/plain; charset=utf-8' : 'application/octet-stream'),
    content: value.base64 === undefined ? (value.text ?? '') : fromBase64(value.base64),
  };
}

/** Whether a value is sent as one or more files. */
export function isSentAsFile(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every(isSentAsFile) : isFile(fileOfPayload(value));
}

/** A webhook's value for a binary body, as a file. */
function fileOfPayload(value: unknown): unknown {
  if (!isObject(value) || value.encoding !== 'base64' || typeof value.content !== 'string') return value;
  return { contentType: value.contentType, base64: value.content };
}

function isFile(value: unknown): value is FilePart {
  if (!isObject(value)) return false;
  const { fileName, filename, contentType, base64, text } = value;
  const isText = (member: unknown) => member === undefined || typeof member === 'string';
  if (![fileName, filename, contentType, base64, text].every(isText)) return false;
  return base64 !== undefined || ((fileName ?? filename) !== undefined && text !== undefined);
}
