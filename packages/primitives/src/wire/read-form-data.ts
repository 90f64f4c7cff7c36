import { toBase64 } from '../base64.ts';
import { charsetNamed } from './charsets.ts';
import { declaredCharset, decodeAs } from './decode-text.ts';
import { formFields } from './form-fields.ts';
import { mediaKind, parseMediaType } from './media-type.ts';
import { type BodyPart, MultipartError, readParts } from './multipart.ts';

export interface FormDataFile {
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
}

/**
 * The fields of `multipart/form-data` (RFC 7578). A part with a file name is a file, and so is one whose content type is binary.
 * Text is decoded in the charset of its part, of the field `_charset_` or of the whole form.
 *
 * @throws MultipartError
 */
export function readFormData(bytes: Uint8Array, contentType: string): [name: string, value: string | FormDataFile][] {
  const parts = readParts(bytes, contentType);
  const usual = usualCharset(parts) ?? declaredCharset(parseMediaType(contentType).parameters);
  return parts.map((part) => {
    if (part.name === undefined) throw new MultipartError('A part of the form has no name.');
    return [part.name, fieldValue(part, part.name, usual)];
  });
}

/** The same as an object, with files as steps expect them: `{fileName, contentType, base64}`. @throws MultipartError */
export function formDataFields(bytes: Uint8Array, contentType: string): Record<string, unknown> {
  const entries = readFormData(bytes, contentType).map(([name, value]): [string, string | object] => [
    name,
    typeof value === 'string' ? value : { fileName: value.fileName, contentType: value.contentType, base64: toBase64(value.bytes) },
  ]);
  return formFields(entries);
}

function fieldValue({ fileName, contentType, bytes }: BodyPart, name: string, usual: string | null): string | FormDataFile {
  const file = { fileName: fileName ?? '', contentType: contentType ?? 'application/octet-stream', bytes };
  const { type, parameters } = parseMediaType(contentType ?? 'text/plain');
  const kind = mediaKind(type);
  if (fileName !== undefined || kind === 'bytes') return file;
  // Whatever its media type, a field is text. JSON, XML and HTML have their own rules for charsets.
  const isMarkup = kind === 'xml' || kind === 'html';
  const decoded = decodeAs(bytes, kind === 'json' || isMarkup ? kind : 'text', declaredCharset(parameters) ?? (isMarkup ? null : usual));
  if (decoded.ok) return decoded.text;
  if (decoded.code === 'not-text') return file;
  throw new MultipartError(`The field “${name.slice(0, 100)}” cannot be read. ${decoded.message}`);
}

/** RFC 7578, section 4.6. */
function usualCharset(parts: readonly BodyPart[]): string | null {
  const found = parts.find(({ name, fileName }) => name === '_charset_' && fileName === undefined);
  const label = found ? String.fromCharCode(...found.bytes.subarray(0, 100)).trim() : '';
  return charsetNamed(label) === null ? null : label;
}
