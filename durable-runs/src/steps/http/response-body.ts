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

/** A body as a JSON value; `fault` says why it is not what the step wanted, and then the value is its text, or its bytes where it has none. */
export interface ResponseBody {
  value: unknown;
  /** The value is text for bytes. */
  isBase64?: true;
  fault?: string;
}

/**
 * A response body as a JSON value: JSON parsed, text as text (in the charset that it declares), anything else as base64; null
 * for an empty body. Without a content type, or with that of HTML, a list or an object in JSON is read as JSON, because many
 * servers do not label it. Malformed JSON stays text, because a wrong label is no reason to lose an answer, unless the step wants
 * JSON. Text whose bytes are not of the charset that they declare is a fault: no letter is replaced.
 */
export function readResponseBody(bytes: Uint8Array, contentType: string, responseType: HttpResponseType = 'Auto'): ResponseBody {
  if (bytes.length === 0) return { value: null };
  const { type, parameters } = parseMediaType(contentType);
  const kind = mediaKind(type);
  switch (responseType) {
    case 'Base64':
      return base64(bytes);
    case 'Text':
      // Whatever it is called, the step wants it as text: JSON that is not UTF-8, too.
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
      return textOr(bytes, decodeText(bytes, contentType), (text) => ({ value: parse(text).value }));
    case 'multipart':
      return readMultipart(bytes, contentType);
    case 'form':
    case 'xml':
    case 'text':
      return textOr(bytes, decodeText(bytes, contentType), (text) => ({ value: text }));
    case 'html':
    case 'unknown':
      return textOr(bytes, decodeText(bytes, contentType), (text) => ({ value: jsonOrText(text) }));
    case 'bytes':
      return base64(bytes);
    default:
      return kind satisfies never;
  }
}

/** Bytes that nobody calls text stay bytes; bytes that are called so and are none are a fault. */
function textOr(bytes: Uint8Array, decoded: DecodedText, read: (text: string) => ResponseBody): ResponseBody {
  if (decoded.ok) return read(decoded.text);
  return decoded.code === 'not-text' ? base64(bytes) : { ...base64(bytes), fault: faultOf(decoded.message) };
}

function faultOf(message: string): string {
  return `The response cannot be read as text. ${message}`;
}

/** What a webhook makes of such a body, too. */
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
function jsonOrText(text: string): unknown {
  return /^\s*[[{]/.test(text) ? parse(text).value : text;
}

function parse(text: string): ResponseBody {
  try {
    return { value: parseExactJson(text) };
  } catch (error) {
    return { value: text, fault: `The answer is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
