import { hasLongNumber, parseExactJson } from '@portage/primitives/exact-json';
import { ApiProblem } from '../http/api-problem.ts';
import { nestingDepthOf } from '../http/nesting-depth.ts';
import { formFields } from './form-fields.ts';

/** Deeper JSON than this could exhaust the stack of whatever walks it later. */
export const MAX_PAYLOAD_DEPTH = 500;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** The payload of a body that is neither JSON, a form nor text; a step recognizes it by `encoding`. */
interface BinaryPayload {
  contentType: string;
  encoding: 'base64';
  content: string;
}

/**
 * The trigger's Payload of a webhook call (spec HOOK-03): JSON as its value, a form as an object, text as text, anything
 * else as BinaryPayload. Without a content type the body is taken as JSON when it is JSON, else as text when it is UTF-8.
 *
 * @param contentType the header as it came, or null.
 * @throws ApiProblem 400 when the body is not what its content type says (HOSTILE 30).
 */
export function parsePayload(bytes: Uint8Array, contentType: string | null): unknown {
  return readPayload(bytes, contentType).payload;
}

/** The same, and the text of what came as JSON where it can be handed on as it is; else null. */
export function readPayload(bytes: Uint8Array, contentType: string | null): { payload: unknown; json: string | null } {
  const { mediaType, charset } = readContentType(contentType);
  if (isJson(mediaType) && bytes.byteLength > 0) {
    const json = decode(bytes, 'utf-8', mediaType);
    return { payload: parseJson(json, mediaType), json: hasLongNumber(json) ? null : json };
  }
  return { payload: readOther(bytes, mediaType, charset), json: null };
}

function readOther(bytes: Uint8Array, mediaType: string, charset: string | null): unknown {
  if (bytes.byteLength === 0) return mediaType.startsWith('text/') ? '' : null;
  if (mediaType === '') return guessPayload(bytes);
  if (mediaType === 'application/x-www-form-urlencoded') return parseForm(decode(bytes, 'utf-8', mediaType));
  if (isText(mediaType)) return charset === null ? textOf(bytes) : decode(bytes, charset, mediaType);
  return binaryPayload(bytes, mediaType);
}

function readContentType(header: string | null): { mediaType: string; charset: string | null } {
  const [mediaType = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim());
  const charset = parameters.map((parameter) => /^charset="?([^"]+)"?$/i.exec(parameter)?.[1]).find(Boolean) ?? null;
  return { mediaType: mediaType.toLowerCase(), charset };
}

function isJson(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType === 'text/json' || mediaType.endsWith('+json');
}

function isText(mediaType: string): boolean {
  return (
    mediaType.startsWith('text/') || mediaType === 'application/xml' || mediaType === 'application/x-ndjson' || mediaType.endsWith('+xml')
  );
}

/** Text that names no charset: UTF-8 where it is, else what older senders mean. */
function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function guessPayload(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return binaryPayload(bytes, 'application/octet-stream');
  }
  try {
    return checkedJson(text);
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    return text;
  }
}

function decode(bytes: Uint8Array, charset: string, mediaType: string): string {
  let decoder: TextDecoder;
  try {
    decoder = charset === 'utf-8' ? utf8 : new TextDecoder(charset, { fatal: true, ignoreBOM: false });
  } catch {
    throw new ApiProblem(400, 'unknown-charset', `The charset “${charset.slice(0, 40)}” of the content type is not known here.`);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ApiProblem(400, 'content-type-mismatch', `The content type says ${mediaType}, but the body is not ${charset} text.`);
  }
}

function parseJson(text: string, mediaType: string): unknown {
  try {
    return checkedJson(text);
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    throw new ApiProblem(400, 'content-type-mismatch', `The content type says ${mediaType}, but the body is not JSON: ${messageOf(error)}`);
  }
}

function checkedJson(text: string): unknown {
  if (nestingDepthOf(text) > MAX_PAYLOAD_DEPTH) {
    throw new ApiProblem(400, 'payload-too-deep', `The body nests lists and objects more than ${MAX_PAYLOAD_DEPTH} deep.`);
  }
  return parseExactJson(text);
}

function parseForm(text: string): Record<string, unknown> {
  if (/^\s*[[{]/.test(text) && isValidJson(text)) {
    throw new ApiProblem(
      400,
      'content-type-mismatch',
      'The content type says application/x-www-form-urlencoded, but the body is JSON: send it with content-type application/json.',
    );
  }
  return formFields(new URLSearchParams(text));
}

function isValidJson(text: string): boolean {
  try {
    checkedJson(text);
    return true;
  } catch {
    return false;
  }
}

function binaryPayload(bytes: Uint8Array, contentType: string): BinaryPayload {
  return { contentType, encoding: 'base64', content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
