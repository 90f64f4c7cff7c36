import { toBase64 } from '@portage/primitives/base64';
import { isObject } from '../json/json.ts';

/** A file as it's passed between steps and sent. Its bytes are in Base64. */
export interface FileValue {
  fileName: string;
  contentType: string;
  base64: string;
}

/** A file from steps, people and webhooks. Any of its members may be missing. */
interface LooseFile {
  fileName?: unknown;
  filename?: unknown;
  contentType?: unknown;
  base64?: string;
  text?: string;
}

const DATA_URL = /^data:([^;,]{0,200})(?:;[^,]{0,200})?;base64,/i;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
};
/** First bytes, as Base64, of file types that most systems distinguish. */
const BEGINNINGS: readonly (readonly [start: string, contentType: string])[] = [
  ['JVBERi', 'application/pdf'],
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UEsDB', 'application/zip'],
  ['H4sI', 'application/gzip'],
];

/** Whether a value is a file: an object with its content, not a text that may be one. */
export function isFile(value: unknown): value is LooseFile {
  if (!isObject(value)) return false;
  if (typeof value.base64 === 'string') return true;
  return (
    typeof value.text === 'string' && Object.keys(value).every((name) => ['fileName', 'filename', 'contentType', 'text'].includes(name))
  );
}

/** The content of a file as Base64. Null if the value isn't a file. */
export function base64Of({ base64, text }: LooseFile): string | null {
  return base64 === undefined ? toBase64(new TextEncoder().encode(text ?? '')) : plainBase64(base64);
}

/**
 * Converts a value to a file. It may be a file value, the JSON of one, a data URL, Base64 text, any other text (the file's
 * content) or another JSON value (a JSON file). If nothing gives the name and media type, they follow from the content.
 *
 * @param usualType the document's media type
 * @returns null if the content of a file value isn't Base64
 */
export function toFile(value: unknown, usualType?: string): FileValue | null {
  if (isFile(value)) {
    const base64 = base64Of(value);
    if (base64 === null) return null;
    const fallback = value.base64 === undefined ? 'text/plain; charset=utf-8' : undefined;
    return named(
      base64,
      readText(value.fileName) ?? readText(value.filename),
      readText(value.contentType) ?? dataUrlType(value.base64) ?? usualType ?? fallback,
    );
  }
  // How a webhook represents a body that is neither text nor JSON.
  if (isObject(value) && value.encoding === 'base64' && typeof value.content === 'string') {
    return toFile({ contentType: value.contentType, base64: value.content, fileName: value.fileName }, usualType);
  }
  if (typeof value !== 'string')
    return named(toBase64(new TextEncoder().encode(JSON.stringify(value))), undefined, usualType ?? 'application/json');
  const written = parsedObject(value);
  if (written && isFile(written)) return toFile(written, usualType);
  if (DATA_URL.test(value) || looksLikeBase64(value)) return toFile({ base64: value }, usualType);
  return toFile({ text: value }, usualType);
}

function named(base64: string, fileName: string | undefined, contentType: string | undefined): FileValue {
  const type = contentType ?? BEGINNINGS.find(([start]) => base64.startsWith(start))?.[1] ?? 'application/octet-stream';
  const extension = EXTENSIONS[(type.split(';')[0] ?? '').trim().toLowerCase()];
  return { fileName: fileName ?? (extension ? `file.${extension}` : 'file'), contentType: type, base64 };
}

/** The standard form of Base64 text, which may be plain, URL-safe, with line breaks or a data URL. Null if it isn't Base64. */
function plainBase64(text: string): string | null {
  const plain = text.replace(DATA_URL, '').replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) return null;
  const bare = plain.replace(/=+$/, '');
  return bare.length % 4 === 1 ? null : bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
}

/** Whether a text is certainly Base64. A short plain word doesn't count, even if its letters would fit. */
function looksLikeBase64(text: string): boolean {
  const plain = text.trim().replace(/\r?\n/g, '');
  if (plain === '' || plain.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) return false;
  return plain.endsWith('=') || plain.length >= 24 || (/[A-Z]/.test(plain.slice(1)) && /[a-z]/.test(plain) && /[\d+/]/.test(plain));
}

function dataUrlType(text: string | undefined): string | undefined {
  return readText(DATA_URL.exec(text ?? '')?.[1]);
}

function parsedObject(text: string): Record<string, unknown> | null {
  if (!/^\s*\{/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
