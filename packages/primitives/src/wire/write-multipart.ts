import { joinBytes } from '../join-bytes.ts';

export interface MultipartPart {
  name: string;
  fileName?: string;
  contentType?: string;
  /** Additional headers. Names and values must be valid in a header. */
  headers?: readonly (readonly [name: string, value: string])[];
  content: string | Uint8Array;
}

/**
 * Writes a multipart body (RFC 7578) with a boundary that none of its parts contains.
 *
 * @param type such as `multipart/form-data`
 * @param seed determines the boundary: the same for every attempt, so a repeated call is byte-for-byte identical
 */
export function writeMultipart(
  type: string,
  parts: readonly MultipartPart[],
  seed: string,
): { body: Uint8Array<ArrayBuffer>; contentType: string } {
  const encoder = new TextEncoder();
  const contents = parts.map(({ content }) => (typeof content === 'string' ? encoder.encode(content) : content));
  const boundary = freeBoundary(seed, contents);
  const pieces = parts.flatMap((part, index) => [
    encoder.encode(`--${boundary}\r\n${partHead(part)}\r\n\r\n`),
    contents[index] ?? new Uint8Array(),
    encoder.encode('\r\n'),
  ]);
  return { body: joinBytes([...pieces, encoder.encode(`--${boundary}--\r\n`)]), contentType: `${type}; boundary=${boundary}` };
}

function partHead({ name, fileName, contentType, headers = [] }: MultipartPart): string {
  const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
  const type = contentType === undefined ? [] : [['Content-Type', contentType] as const];
  const lines = [...type, ...headers].map(([header, value]) => `${header}: ${value.replaceAll(/[\r\n\0]/g, ' ')}`);
  return [`Content-Disposition: form-data; name="${quoted(name)}"${file}`, ...lines].join('\r\n');
}

/** As browsers write names (HTML, "multipart/form-data encoding algorithm"), so a name can't end the value or add a header. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function freeBoundary(seed: string, contents: readonly Uint8Array[]): string {
  const texts = contents.map((content) => new TextDecoder('latin1').decode(content));
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
