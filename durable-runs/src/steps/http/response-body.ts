import { toBase64 } from '@portage/primitives/base64';
import { parseExactJson } from '@portage/primitives/exact-json';
import { isJsonType } from '@portage/primitives/wire';
import type { HttpResponseType } from '@portage/workflow';

const TEXT = /^(text\/|application\/(xml|javascript|x-www-form-urlencoded|graphql|yaml|x-ndjson)|[^;]*\+(xml|yaml))/i;

/** Content types that servers give JSON by mistake. */
const UNNAMED = /^(\s*$|text\/html\b)/i;

/** A body as a JSON value; `fault` says why it is not what the step wanted, and then the value is its text. */
export interface ResponseBody {
  value: unknown;
  /** The value is text for bytes. */
  isBase64?: true;
  fault?: string;
}

/**
 * A response body as a JSON value: JSON parsed, text as text (in the charset it names), anything else as base64; null
 * for an empty body. Without a content type, or with that of HTML, a list or an object in JSON is read as JSON, because many
 * servers do not label it. Malformed JSON stays text, because a wrong label is no reason to lose an answer, unless the step wants
 * JSON.
 */
export function readResponseBody(bytes: Uint8Array, contentType: string, responseType: HttpResponseType = 'Auto'): ResponseBody {
  if (bytes.length === 0) return { value: null };
  const charset = /charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  switch (responseType) {
    case 'Base64':
      return { value: toBase64(bytes), isBase64: true };
    case 'Text':
      return { value: decode(bytes, charset) };
    case 'Json':
      return parse(decode(bytes, charset));
    case 'Auto':
      if (isJsonType(contentType)) return { value: parse(decode(bytes, charset)).value };
      if (TEXT.test(contentType) || (contentType === '' && isUtf8(bytes))) {
        const text = decode(bytes, charset);
        return { value: UNNAMED.test(contentType) ? jsonOrText(text) : text };
      }
      return { value: toBase64(bytes), isBase64: true };
    default:
      return responseType satisfies never;
  }
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

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
