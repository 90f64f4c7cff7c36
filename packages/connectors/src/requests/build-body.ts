import { toBase64 } from '@portage/primitives/base64';
import { HEADER_NAME, HEADER_VALUE } from '@portage/primitives/http';
import {
  charsetNamed,
  declaredCharset,
  encodeForm,
  encodeText,
  type MultipartPart,
  mediaKind,
  parseMediaType,
  writeMultipart,
} from '@portage/primitives/wire';
import type { BodyContent, PartHeader, PropertyEncoding } from '../extracted/extracted.ts';
import { isFile, toFile } from './file-value.ts';
import { addProblem, type ProblemList } from './request-error.ts';
import {
  encodeStrict,
  isMembers,
  type Pair,
  serializePairs,
  serializeSimple,
  textOfScalar,
  withJoinedLists,
} from './serialize-parameter.ts';

export interface BuiltBody {
  body: string | Uint8Array<ArrayBuffer>;
  contentType: string;
}

/** Writes a body in its media type: JSON, a form, multipart, text, or bytes (given as base64). */
export function buildBody({ type: written, encoding = {} }: BodyContent, value: unknown, problems: ProblemList): BuiltBody | null {
  const type = concreteType(written, value);
  const { type: essence, parameters } = parseMediaType(type);
  const kind = mediaKind(essence);
  const label = declaredCharset(parameters);
  const asText = (text: string, contentType: string): BuiltBody | null => {
    if (label === null || charsetNamed(label) === 'utf-8') return { body: text, contentType };
    const encoded = encodeText(text, label);
    if (!encoded.ok) addProblem(problems, 'body', `cannot be sent: ${encoded.message}`);
    return encoded.ok ? { body: encoded.bytes, contentType } : null;
  };
  if (kind === 'json' || essence === '*/*') return asText(JSON.stringify(value), essence === '*/*' ? 'application/json' : type);
  if (kind === 'form') {
    const fields = listFields(value, problems);
    const pairs = fields.flatMap(([name, field]) =>
      formPairs(name, withJoinedLists(field, encoding[name]?.innerDelimiters), encoding[name], problems),
    );
    const form = pairs.map(([name, text]) => `${name}=${text}`).join('&');
    if (label === null || charsetNamed(label) === 'utf-8') return { body: form, contentType: type };
    const encoded = encodeForm(new URLSearchParams(form), label);
    if (!encoded.ok) addProblem(problems, 'body', `cannot be sent: ${encoded.message}`);
    return encoded.ok ? { body: encoded.bytes, contentType: type } : null;
  }
  if (essence.startsWith('multipart/')) {
    const parts = listFields(value, problems).flatMap(([name, field]) => {
      const made = multipartParts(name, withJoinedLists(field, encoding[name]?.innerDelimiters), encoding[name], problems);
      return made.map((part) => withHeaders(part, encoding[name]?.headers, problems));
    });
    return writeMultipart(essence, parts, '');
  }
  if (kind === 'text' && (isMembers(value) || Array.isArray(value))) return asText(jsonText(essence, value), type);
  if (kind === 'text' || kind === 'html' || kind === 'xml') return asText(textOfScalar(value), type);
  const file = isWrittenFile(value) ? toFile(value) : null;
  const bytes = decodeBase64(file ? file.base64 : value);
  const isNamedBytes = /^(?:image|audio|video|font)\/|octet-stream|pdf|zip|gzip/.test(essence);
  if (!bytes && !isNamedBytes && file === null && value !== null && value !== undefined) {
    // An unknown type, with a value that isn't bytes: it's sent as written.
    return asText(isMembers(value) || Array.isArray(value) ? JSON.stringify(value) : textOfScalar(value), concrete(type));
  }
  if (!bytes) addProblem(problems, 'body', 'must be base64: it is sent as bytes.');
  const ownType = isFile(value) && typeof value.contentType === 'string' ? value.contentType : undefined;
  return bytes ? { body: bytes, contentType: ownType ?? (essence.includes('*') && file ? file.contentType : concrete(type)) } : null;
}

/** The media type for a range: `application/*+json` is JSON, `text/*` text; any other JSON for objects and lists, else unchanged. */
export function concreteType(type: string, value: unknown): string {
  if (!type.includes('*')) return type;
  const suffix = /\*\+([\w.-]+)/.exec(type)?.[1];
  if (suffix) return `application/${suffix}`;
  if (/^\s*text\/\*/i.test(type)) return 'text/plain';
  const isJson = !isFile(value) && (isMembers(value) || Array.isArray(value));
  return isJson && /^\s*(\*|application)\/\*/i.test(type) ? 'application/json' : type;
}

/** Several JSON values: a list has one line per item; a JSON text sequence (RFC 7464) has its separator. Any other object is one text. */
function jsonText(essence: string, value: object): string {
  const items = Array.isArray(value) ? value : [value];
  if (essence.endsWith('json-seq')) return items.map((item) => `\u001e${JSON.stringify(item)}\n`).join('');
  if (/jsonl|ndjson|json-?lines|stream\+json/.test(essence)) return items.map((item) => `${JSON.stringify(item)}\n`).join('');
  return JSON.stringify(value);
}

/** Whether it's a file value or the JSON of one. */
function isWrittenFile(value: unknown): boolean {
  return isFile(value) || (typeof value === 'string' && /^\s*(\{|data:)/.test(value));
}

function concrete(type: string): string {
  return type.includes('*') ? 'application/octet-stream' : type;
}

function listFields(value: unknown, problems: ProblemList): [string, unknown][] {
  if (isMembers(value)) return Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
  addProblem(problems, 'body', 'must be an object: it is sent as a form.');
  return [];
}

/** Objects without their own style are sent as JSON (OpenAPI 3.1, "Encoding Object"). */
function formPairs(name: string, field: unknown, encoding: PropertyEncoding = {}, problems: ProblemList): Pair[] {
  const { style, explode, contentType } = encoding;
  if (style === undefined && !canBeWritten(field, contentType)) return refusedField(name, contentType, problems);
  const isPlainObject = isMembers(field) || (Array.isArray(field) && field.some(isMembers));
  if (style === undefined && (contentType ? /json/i.test(contentType) : isPlainObject))
    return [[encodeStrict(name), encodeStrict(JSON.stringify(field))]];
  const used = style ?? 'form';
  return serializePairs(name, field, used, explode ?? (used === 'form' || used === 'deepObject'), encodeStrict);
}

function multipartParts(name: string, field: unknown, encoding: PropertyEncoding = {}, problems: ProblemList): MultipartPart[] {
  const { style, explode } = encoding;
  // An explicit style takes precedence over a media type (OpenAPI 3.1, "Encoding Object").
  if (style !== undefined && typeof field === 'object' && !isFile(field) && !(Array.isArray(field) && field.some(isFile))) {
    const pairs = serializePairs(name, field, style, explode ?? (style === 'form' || style === 'deepObject'), encodeStrict);
    return pairs.map(([key, text]) => ({ name: decodeURIComponent(key), content: decodeURIComponent(text) }));
  }
  if (Array.isArray(field) && !/json/i.test(encoding.contentType ?? '') && encoding.explode !== false) {
    return field.flatMap((item) => (item === null || item === undefined ? [] : multipartParts(name, item, encoding, problems)));
  }
  if (isFile(field)) {
    const said = typeof field.contentType === 'string' && field.contentType !== 'application/octet-stream';
    const file = toFile(said ? field : { ...field, contentType: undefined }, usual(encoding.contentType));
    const content = file && decodeBase64(file.base64);
    if (!content) addProblem(problems, `body.${name}`, 'must be base64: it is sent as bytes.');
    return content ? [{ name, fileName: file.fileName, contentType: file.contentType, content }] : [];
  }
  if (Array.isArray(field)) return [{ name, content: serializeSimple(field, false) }];
  const [contentType] = concreteTypes(encoding.contentType);
  if (!canBeWritten(field, contentType)) return refusedField(name, contentType, problems);
  if (isMembers(field)) return [{ name, contentType: contentType ?? 'application/json', content: JSON.stringify(field) }];
  return [{ name, ...(contentType ? { contentType } : {}), content: textOfScalar(field) }];
}

function withHeaders(part: MultipartPart, described: readonly PartHeader[] = [], problems: ProblemList): MultipartPart {
  const headers = described.flatMap(({ name, value }): [string, string][] => {
    if (value !== null && HEADER_NAME.test(name) && HEADER_VALUE.test(value)) return [[name, value]];
    const why = value === null ? 'whose value the document does not give' : 'which no header can carry';
    addProblem(problems, `body.${part.name}`, `needs the header "${name}", ${why}.`);
    return [];
  });
  if (headers.length === 0) return part;
  const coding = headers.find(([name]) => /^content-transfer-encoding$/i.test(name))?.[1].trim() ?? 'binary';
  if (/^base64$/i.test(coding)) return { ...part, headers, content: toBase64(bytesIn(part)) };
  if (!/^(?:binary|7bit|8bit)$/i.test(coding)) {
    addProblem(problems, `body.${part.name}`, `cannot be written with the transfer encoding "${coding}".`);
  }
  return { ...part, headers };
}

function bytesIn({ content }: MultipartPart): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** The document's media types for a part, without ranges. */
function concreteTypes(contentType = ''): string[] {
  const types = contentType.split(',').map((type) => concreteType(type.trim(), null));
  return types.filter((type) => type !== '' && !type.includes('*'));
}

/** Within a form, an object or a list is written as JSON or as text. It can't be written as XML there. */
function canBeWritten(field: unknown, contentType = ''): boolean {
  const hasMembers = isMembers(field) || (Array.isArray(field) && field.some(isMembers));
  return !hasMembers || mediaKind(parseMediaType(contentType).type) !== 'xml';
}

function refusedField(name: string, contentType: string | undefined, problems: ProblemList): [] {
  addProblem(problems, `body.${name}`, `cannot be written as ${contentType}: provide it as text.`);
  return [];
}

/** The document's only media type for a part. With several, the choice is unknown. */
function usual(contentType: string | undefined): string | undefined {
  const types = (contentType ?? '').split(',').map((type) => type.trim());
  const [only] = types;
  return types.length === 1 && only && !only.includes('*') && only !== 'application/octet-stream' ? only : undefined;
}

function decodeBase64(value: unknown): Uint8Array<ArrayBuffer> | null {
  if (typeof value !== 'string') return null;
  try {
    return Uint8Array.from(atob(value.replace(/\s/g, '')), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
