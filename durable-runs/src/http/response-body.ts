import { toBase64 } from '@portage/primitives/base64';
import { parseExactJson } from '@portage/primitives/exact-json';
import {
  type DecodedText,
  declaredCharset,
  decodeAs,
  decodeText,
  formDataFields,
  type MediaKind,
  MultipartError,
  mediaKind,
  parseMediaType,
} from '@portage/primitives/wire';
import type { HttpResponseType } from '@portage/workflow';

/** A body as a JSON value. `fault` says why it isn't what the step wanted; the value is then its text, or its bytes if it has no text. */
export interface ResponseBody {
  value: unknown;
  /** The JSON from which the value was parsed. */
  json?: string;
  /** The value is the base64 of the bytes. */
  isBase64?: true;
  fault?: string;
}

/**
 * A response body as a JSON value: JSON parsed, text as text (in its declared charset), anything else as base64; null for an empty body.
 * Without a content type, or with HTML's, a list or an object in JSON is read as JSON, because many servers do not label it. Malformed
 * JSON stays text, because a wrong label is no reason to lose a response, unless the step wants JSON. Text that isn't valid in its
 * declared charset is a fault: no character is replaced.
 */
export function readResponseBody(bytes: Uint8Array, contentType: string, responseType: HttpResponseType = 'Auto'): ResponseBody {
  if (bytes.length === 0) return { value: null };
  const { type, parameters } = parseMediaType(contentType);
  const kind = mediaKind(type);
  switch (responseType) {
    case 'Base64':
      return base64(bytes);
    case 'Text':
      // Whatever its content type, the step wants it as text, including JSON that isn't UTF-8.
      return textOr(bytes, decodeAs(bytes, kind === 'html' || kind === 'xml' ? kind : 'text', declaredCharset(parameters)), (text) => ({
        value: text,
      }));
    case 'Json':
      return textOr(bytes, decodeAs(bytes, 'json', declaredCharset(parameters), type), parse);
    case 'Auto':
      return readByKind(bytes, contentType, kind);
    default:
      return responseType satisfies never;
  }
}

function readByKind(bytes: Uint8Array, contentType: string, kind: MediaKind): ResponseBody {
  switch (kind) {
    case 'json':
      return textOr(bytes, decodeText(bytes, contentType), unlessFaulty);
    case 'multipart':
      return readMultipart(bytes, contentType);
    case 'form':
    case 'xml':
    case 'text':
      return textOr(bytes, decodeText(bytes, contentType), (text) => ({ value: text }));
    case 'html':
    case 'unknown':
      return textOr(bytes, decodeText(bytes, contentType), jsonOrText);
    case 'bytes':
      return base64(bytes);
    default:
      return kind satisfies never;
  }
}

/** Bytes that aren't labelled as text stay bytes. Bytes that are labelled as text but aren't are a fault. */
function textOr(bytes: Uint8Array, decoded: DecodedText, read: (text: string) => ResponseBody): ResponseBody {
  if (decoded.ok) return read(decoded.text);
  return decoded.code === 'not-text' ? base64(bytes) : { ...base64(bytes), fault: describeFault(decoded.message) };
}

function describeFault(message: string): string {
  return `The response cannot be read as text. ${message}`;
}

/** The same value that a webhook makes of such a body. */
function readMultipart(bytes: Uint8Array, contentType: string): ResponseBody {
  try {
    return { value: formDataFields(bytes, contentType) };
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    return { ...base64(bytes), fault: error.message };
  }
}

function base64(bytes: Uint8Array): ResponseBody {
  return { value: toBase64(bytes), isBase64: true };
}

/** Numbers, words and quoted texts stay text: only a list or an object is certain to be JSON. */
function jsonOrText(text: string): ResponseBody {
  return /^\s*[[{]/.test(text) ? unlessFaulty(text) : { value: text };
}

function unlessFaulty(text: string): ResponseBody {
  const { fault: _, ...read } = parse(text);
  return read;
}

function parse(text: string): ResponseBody {
  try {
    return { value: parseExactJson(text), json: text };
  } catch (error) {
    return { value: text, fault: `The response is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
