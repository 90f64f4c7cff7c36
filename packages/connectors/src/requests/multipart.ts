export interface BuiltBody {
  body: string | Uint8Array<ArrayBuffer>;
  contentType: string;
}

export interface MultipartPart {
  name: string;
  fileName?: string;
  contentType?: string;
  content: string | Uint8Array<ArrayBuffer>;
}

/**
 * Writes a multipart body (RFC 7578). The boundary is one that none of the parts holds, and the same for the same parts,
 * so that a repeated request is the same request.
 */
export function writeMultipart(type: string, parts: readonly MultipartPart[]): BuiltBody {
  const contents = parts.map(({ content }) => (typeof content === 'string' ? new TextEncoder().encode(content) : content));
  const boundary = freeBoundary(contents);
  const pieces = parts.flatMap((part, index) => [
    new TextEncoder().encode(`--${boundary}\r\n${partHead(part)}\r\n\r\n`),
    contents[index] ?? new Uint8Array(),
    new TextEncoder().encode('\r\n'),
  ]);
  const all = [...pieces, new TextEncoder().encode(`--${boundary}--\r\n`)];
  const body = new Uint8Array(all.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of all) {
    body.set(piece, at);
    at += piece.length;
  }
  return { body, contentType: `${type}; boundary=${boundary}` };
}

function partHead({ name, fileName, contentType }: MultipartPart): string {
  const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
  const head = `Content-Disposition: form-data; name="${quoted(name)}"${file}`;
  return contentType === undefined ? head : `${head}\r\nContent-Type: ${contentType.replace(/[\r\n]/g, ' ')}`;
}

/** As browsers write names (HTML, "multipart form data"): a line break or a quote in one ends nothing. */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

function freeBoundary(contents: readonly Uint8Array[]): string {
  const texts = contents.map((content) => new TextDecoder('latin1').decode(content));
  for (let number = 0; ; number += 1) {
    const boundary = `portage-part-${number}`;
    if (!texts.some((text) => text.includes(boundary))) return boundary;
  }
}
