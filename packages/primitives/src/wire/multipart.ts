import { decodeBytes } from './charsets.ts';
import { MOST_FORM_FIELDS } from './form.ts';
import { bytesOfBase64, readParameters } from './header-parameters.ts';
import { parseMediaType } from './media-type.ts';

export interface BodyPart {
  /** By lower-case names. */
  headers: ReadonlyMap<string, string>;
  /** From Content-Disposition; undefined: it has none. */
  name: string | undefined;
  fileName: string | undefined;
  contentType: string | null;
  /** With the transfer encoding removed. */
  bytes: Uint8Array;
}

/** The body can't be read as multipart; the message is fit for a person. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError';
  readonly code: 'content-type-mismatch' | 'too-many-fields';

  constructor(message: string, code: MultipartError['code'] = 'content-type-mismatch') {
    super(message);
    this.code = code;
  }
}

/** Nesting of parts, such as a list of files in one field. */
const MOST_DEPTH = 3;
const MOST_HEADER_BYTES = 16_384;
const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;

/**
 * The parts of a multipart body (RFC 2046, 7578). Accepts text before the first boundary and after the last, lines that end with
 * LF only, and lists of files in a nested `multipart/mixed`, whose parts get the name of their field.
 *
 * @throws MultipartError
 */
export function readParts(bytes: Uint8Array, contentType: string, depth = 0): BodyPart[] {
  const boundary = parseMediaType(contentType).parameters.get('boundary');
  if (!boundary) throw new MultipartError('The content type of the form names no boundary.');
  return splitAt(bytes, boundary).flatMap((part) => readPart(part, depth));
}

function readPart(bytes: Uint8Array, depth: number): BodyPart[] {
  const { headers, content } = readHead(bytes);
  const { parameters } = readParameters(headers.get('content-disposition') ?? '');
  const contentType = headers.get('content-type') ?? null;
  const name = unescaped(parameters.get('name'));
  if (contentType !== null && /^\s*multipart\//i.test(contentType)) {
    if (depth >= MOST_DEPTH) throw new MultipartError('The parts of the form are nested too deeply.');
    return readParts(decoded(content, headers), contentType, depth + 1).map((part) => ({ ...part, name: part.name ?? name }));
  }
  return [{ headers, name, fileName: unescaped(parameters.get('filename')), contentType, bytes: decoded(content, headers) }];
}

/** What browsers write for a quote and a line break in a name (HTML, "multipart/form-data encoding algorithm"). */
function unescaped(name: string | undefined): string | undefined {
  return name?.replaceAll(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The pieces between the delimiter lines. */
function splitAt(bytes: Uint8Array, boundary: string): Uint8Array[] {
  const delimiter = new TextEncoder().encode(`--${boundary}`);
  const parts: Uint8Array[] = [];
  let start = -1;
  // The end of the first delimiter line says how the other lines begin.
  let hasCr = false;
  for (let at = 0; at >= 0 && at < bytes.length; at = nextLine(bytes, at)) {
    const line = delimiterLine(bytes, at, delimiter);
    if (!line || (start >= 0 && hasCr && bytes[at - 2] !== CR)) continue;
    // Without a first delimiter, only blanks may precede the last one: otherwise a part would be lost.
    if (start < 0 && line.isLast && bytes.subarray(0, at).some((byte) => byte > 0x20)) throw notTheForm(true);
    if (start < 0) hasCr = line.hasCr;
    else parts.push(bytes.subarray(start, Math.max(start, at - (hasCr ? 2 : 1))));
    if (parts.length > MOST_FORM_FIELDS)
      throw new MultipartError(`The form has more than ${MOST_FORM_FIELDS.toLocaleString('en')} parts.`, 'too-many-fields');
    if (line.isLast) return parts;
    start = line.end;
  }
  throw notTheForm(start < 0);
}

function notTheForm(isWithoutBoundary: boolean): MultipartError {
  const why = isWithoutBoundary ? 'it does not contain its boundary' : 'it ends before its last boundary, as if it had been cut off';
  return new MultipartError(`The body is not the form that its content type says: ${why}.`);
}

function nextLine(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(LF, at);
  return end < 0 ? -1 : end + 1;
}

function delimiterLine(bytes: Uint8Array, at: number, delimiter: Uint8Array): { isLast: boolean; hasCr: boolean; end: number } | null {
  if (bytes[at] !== DASH || bytes[at + 1] !== DASH || at + delimiter.length > bytes.length) return null;
  for (let index = 2; index < delimiter.length; index += 1) if (bytes[at + index] !== delimiter[index]) return null;
  let end = at + delimiter.length;
  const isLast = bytes[end] === DASH && bytes[end + 1] === DASH;
  if (isLast) return { isLast, hasCr: true, end: end + 2 };
  while (bytes[end] === 0x20 || bytes[end] === 0x09) end += 1;
  const hasCr = bytes[end] === CR;
  if (hasCr) end += 1;
  return bytes[end] === LF ? { isLast, hasCr, end: end + 1 } : null;
}

function readHead(bytes: Uint8Array): { headers: Map<string, string>; content: Uint8Array } {
  const lines: Uint8Array[] = [];
  let at = 0;
  for (;;) {
    const found = bytes.indexOf(LF, at);
    const end = found < 0 ? bytes.length : found;
    const line = bytes.subarray(at, end > at && bytes[end - 1] === CR ? end - 1 : end);
    at = found < 0 ? bytes.length : end + 1;
    if (line.length === 0) break;
    if (at > MOST_HEADER_BYTES) throw new MultipartError('A part of the form has more than 16 KB of headers.');
    lines.push(line);
    if (found < 0) break;
  }
  const headers = new Map<string, string>();
  for (const line of unfolded(lines.map(headerText))) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== '' && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, content: bytes.subarray(at) };
}

function headerText(bytes: Uint8Array): string {
  return decodeBytes(bytes, 'utf-8') ?? decodeBytes(bytes, 'windows-1252') ?? '';
}

/** A line that begins with a space continues the previous one. */
function unfolded(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line) && whole.length > 0) whole.push(`${whole.pop()} ${line.trim()}`);
    else whole.push(line);
  }
  return whole;
}

function decoded(content: Uint8Array, headers: ReadonlyMap<string, string>): Uint8Array {
  const encoding = (headers.get('content-transfer-encoding') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  switch (encoding) {
    case '':
    case 'none':
    case 'identity':
    case 'binary':
    case '7bit':
    case '7-bit':
    case '8bit':
    case '8-bit':
      return content;
    case 'base64': {
      const bytes = bytesOfBase64(decodeBytes(content, 'windows-1252') ?? '');
      if (!bytes) throw new MultipartError('A part of the form says that it is base64, but it is not.');
      return bytes;
    }
    case 'quoted-printable':
      return bytesOfQuotedPrintable(content);
    default:
      throw new MultipartError(`A part of the form has the transfer encoding “${encoding.slice(0, 40)}”, which isn’t supported.`);
  }
}

/** RFC 2045, section 6.7. */
function bytesOfQuotedPrintable(content: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < content.length; at += 1) {
    const byte = content[at] as number;
    if (byte !== 0x3d) {
      out.push(byte);
      continue;
    }
    const hex = String.fromCharCode(content[at + 1] ?? 0, content[at + 2] ?? 0);
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      out.push(Number.parseInt(hex, 16));
      at += 2;
    } else if (content[at + 1] === LF) at += 1;
    else if (hex === '\r\n') at += 2;
    else out.push(byte);
  }
  return Uint8Array.from(out);
}
