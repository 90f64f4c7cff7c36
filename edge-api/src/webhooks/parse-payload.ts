import { toBase64 } from '@portage/primitives/base64';
import { readExactJson } from '@portage/primitives/exact-json';
import { isNestedDeeper } from '@portage/primitives/json-nesting';
import {
  type DecodedForm,
  type DecodedText,
  decodeForm,
  decodeText,
  formDataFields,
  formFields,
  type MediaKind,
  MultipartError,
  mediaKind,
  parseMediaType,
} from '@portage/primitives/wire';
import { ApiProblem } from '../http/api-problem.ts';

/** Deeper JSON could exhaust the stack of code that walks it later. */
export const MAX_PAYLOAD_DEPTH = 500;

/** The payload of a body that is neither JSON, a form nor text; a step recognizes it by `encoding`. */
interface BinaryPayload {
  contentType: string;
  encoding: 'base64';
  content: string;
}

/**
 * The trigger's Payload of a webhook call (spec HOOK-03): JSON as its value, a form as an object, text as text, anything
 * else as BinaryPayload. Without a content type the body is read as JSON if it is JSON, otherwise as text if it is UTF-8.
 *
 * @param contentType the header as received, or null.
 * @throws ApiProblem 400 if the body doesn't match its content type (HOSTILE 30).
 */
export function parsePayload(bytes: Uint8Array, contentType: string | null): unknown {
  return readPayload(bytes, contentType).payload;
}

/** Like `parsePayload`, with the JSON text if it can be passed on unchanged; otherwise null. */
export function readPayload(bytes: Uint8Array, contentType: string | null): { payload: unknown; json: string | null } {
  const { type } = parseMediaType(contentType);
  const kind = mediaKind(type);
  if (kind === 'json') {
    const json = requireText(bytes, contentType);
    if (json.trim() === '') return { payload: null, json: null };
    const { value, isPlain } = parseJson(json, type);
    return { payload: value, json: isPlain ? json : null };
  }
  return { payload: readOther(bytes, contentType, kind, type), json: null };
}

/** The trigger's RawBody: every byte, as text if it is UTF-8, otherwise as a file that steps can send on. */
export function decodeRawBody(bytes: Uint8Array, contentType: string | null): unknown {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const { type } = parseMediaType(contentType);
    return { fileName: 'body', contentType: type || 'application/octet-stream', base64: toBase64(bytes) };
  }
}

function readOther(bytes: Uint8Array, contentType: string | null, kind: Exclude<MediaKind, 'json'>, type: string): unknown {
  if (bytes.byteLength === 0) return type.startsWith('text/') ? '' : null;
  switch (kind) {
    case 'unknown':
      return guessPayload(bytes, contentType);
    case 'form':
      return parseForm(bytes, contentType);
    case 'multipart':
      return parseMultipart(bytes, contentType ?? '');
    case 'text':
    case 'xml':
    case 'html':
      return textOrBytes(bytes, contentType, type);
    case 'bytes':
      return binaryPayload(bytes, type);
    default:
      return kind satisfies never;
  }
}

/** A type without a charset may be wrong about its bytes; then they stay bytes. */
function textOrBytes(bytes: Uint8Array, contentType: string | null, type: string): unknown {
  const decoded = decodeText(bytes, contentType);
  if (decoded.ok) return decoded.text;
  if (decoded.code === 'not-text') return binaryPayload(bytes, type);
  throw mismatch(decoded);
}

function requireText(bytes: Uint8Array, contentType: string | null): string {
  const decoded = decodeText(bytes, contentType);
  if (!decoded.ok) throw mismatch(decoded);
  return decoded.text;
}

function mismatch({ code, message }: Extract<DecodedText | DecodedForm, { ok: false }>): ApiProblem {
  return new ApiProblem(400, code === 'unknown-charset' || code === 'too-many-fields' ? code : 'content-type-mismatch', message);
}

function guessPayload(bytes: Uint8Array, contentType: string | null): unknown {
  const decoded = decodeText(bytes, contentType);
  if (!decoded.ok && decoded.code !== 'not-text') throw mismatch(decoded);
  if (!decoded.ok) return binaryPayload(bytes, 'application/octet-stream');
  try {
    return readCheckedJson(decoded.text).value;
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    return decoded.text;
  }
}

function parseJson(text: string, mediaType: string): ReturnType<typeof readExactJson> {
  try {
    return readCheckedJson(text);
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    throw new ApiProblem(
      400,
      'content-type-mismatch',
      `The content type says ${mediaType}, but the body is not JSON: ${getErrorMessage(error)}`,
    );
  }
}

function readCheckedJson(text: string): ReturnType<typeof readExactJson> {
  if (isNestedDeeper(text, MAX_PAYLOAD_DEPTH)) {
    throw new ApiProblem(400, 'payload-too-deep', `The body nests lists and objects more than ${MAX_PAYLOAD_DEPTH} deep.`);
  }
  return readExactJson(text);
}

function parseForm(bytes: Uint8Array, contentType: string | null): Record<string, unknown> {
  if (isValidJson(bytes)) {
    throw new ApiProblem(
      400,
      'content-type-mismatch',
      'The content type says application/x-www-form-urlencoded, but the body is JSON: send it with content-type application/json.',
    );
  }
  const form = decodeForm(bytes, contentType);
  if (!form.ok) throw mismatch(form);
  return formFields(form.entries);
}

function parseMultipart(bytes: Uint8Array, contentType: string): Record<string, unknown> {
  try {
    return formDataFields(bytes, contentType);
  } catch (error) {
    if (error instanceof MultipartError) throw new ApiProblem(400, error.code, error.message);
    throw error;
  }
}

function isValidJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 0x20);
  if (first !== 0x5b && first !== 0x7b) return false;
  const decoded = decodeText(bytes, 'application/json');
  if (!decoded.ok) return false;
  try {
    readCheckedJson(decoded.text);
    return true;
  } catch {
    return false;
  }
}

function binaryPayload(bytes: Uint8Array, contentType: string): BinaryPayload {
  return { contentType, encoding: 'base64', content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') };
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
