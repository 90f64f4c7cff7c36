import { joinBytes } from '@portage/primitives/join-bytes';
import { textOfValue } from '@portage/workflow';
import { fromBase64 } from '../../encoding/base64.ts';

/** A file among the fields: its bytes as base64, or its text. */
interface FilePart {
  fileName?: string;
  /** Written as in the header it ends up in. */
  filename?: string;
  contentType?: string;
  base64?: string;
  text?: string;
}

export type MultipartForm = { ok: true; contentType: string; body: Uint8Array } | { ok: false; message: string };

/**
 * `multipart/form-data` as browsers write it. A field is a text, a file (`{"fileName", "contentType", "base64" or "text"}`),
 * any other object as JSON, or a list of these.
 *
 * @param seed picks the boundary: the same for every attempt, so that a repeated call is the same to the byte.
 */
export function multipartForm(fields: Readonly<Record<string, unknown>>, seed: string): MultipartForm {
  const parts: { head: string; body: Uint8Array }[] = [];
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      const part = partOf(name, item);
      if (typeof part === 'string') return { ok: false, message: part };
      parts.push(part);
    }
  }
  const boundary = freeBoundary(seed, parts);
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  for (const { head, body } of parts) pieces.push(encoder.encode(`--${boundary}\r\n${head}\r\n\r\n`), body, encoder.encode('\r\n'));
  pieces.push(encoder.encode(`--${boundary}--\r\n`));
  return { ok: true, contentType: `multipart/form-data; boundary=${boundary}`, body: joinBytes(pieces) };
}

function partOf(name: string, value: unknown): { head: string; body: Uint8Array } | string {
  const disposition = `Content-Disposition: form-data; name="${quoted(name)}"`;
  if (!isFile(value)) {
    const isJson = typeof value === 'object' && value !== null;
    const head = isJson ? `${disposition}\r\nContent-Type: application/json` : disposition;
    return { head, body: new TextEncoder().encode(textOfValue(value)) };
  }
  const body = value.base64 === undefined ? new TextEncoder().encode(value.text ?? '') : fromBase64(value.base64);
  if (!body) return `The content of the file in field "${name}" is not base64.`;
  const contentType = value.contentType ?? (value.base64 === undefined ? 'text/plain; charset=utf-8' : 'application/octet-stream');
  if (/[\r\n\0]/.test(contentType)) return `The content type of the file in field "${name}" must not contain line breaks.`;
  return { head: `${disposition}; filename="${quoted(value.fileName ?? value.filename ?? 'file')}"\r\nContent-Type: ${contentType}`, body };
}

function isFile(value: unknown): value is FilePart {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { fileName, filename, contentType, base64, text } = value as Record<string, unknown>;
  const isText = (member: unknown) => member === undefined || typeof member === 'string';
  if (![fileName, filename, contentType, base64, text].every(isText)) return false;
  return base64 !== undefined || ((fileName ?? filename) !== undefined && text !== undefined);
}

/** As browsers escape names: nothing in one can end it or add a header. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A boundary that occurs in none of the parts. */
function freeBoundary(seed: string, parts: readonly { body: Uint8Array }[]): string {
  const texts = parts.map(({ body }) => new TextDecoder('latin1').decode(body));
  for (let round = 0; ; round += 1) {
    const boundary = `portage-${hash(`${seed}#${round}`)}${hash(`${round}#${seed}`)}`;
    if (!texts.some((text) => text.includes(boundary))) return boundary;
  }
}

/** FNV-1a: it only needs to give the same result each time. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value.toString(16).padStart(8, '0');
}
