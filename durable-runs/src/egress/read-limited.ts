import * as zlib from 'node:zlib';
import { joinBytes } from '@portage/primitives/join-bytes';
import { charsetNamed, contentCodings, unpack } from '@portage/primitives/wire';

export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** By their names in lower case. The runtime's own headers cost a call into it for each reading. */
type ResponseHeaders = Readonly<Record<string, string>>;

/**
 * Reads a whole response body and removes the content codings the runtime leaves: the runtime knows only `gzip` and `br`, not
 * combined and in lower case. A charset among the codings is a server's mistake and is ignored.
 *
 * @throws TooLarge, ContentCodingError
 */
export async function readResponseBody(response: Response, headers: ResponseHeaders, maxBytes: number): Promise<Uint8Array> {
  const header = headers['content-encoding']?.trim() ?? '';
  const bytes = await readWhole(response, headers, maxBytes);
  if (header === '' || header === 'gzip' || header === 'br' || bytes.length === 0) return bytes;
  return unpack(
    bytes,
    contentCodings(header).filter((coding) => charsetNamed(coding) === null),
    maxBytes,
    zlib,
  );
}

/**
 * Reads a whole body. HTTP ends a body of declared length there, so it can be read at once. A compressed body may grow, so it's
 * counted as it arrives.
 *
 * @throws TooLarge
 */
async function readWhole(response: Response, headers: ResponseHeaders, maxBytes: number): Promise<Uint8Array> {
  const saidBytes = 'content-encoding' in headers ? '' : (headers['content-length'] ?? '');
  const isAtOnce = /^\d+$/.test(saidBytes) && Number(saidBytes) <= maxBytes;
  return isAtOnce ? new Uint8Array(await response.arrayBuffer()) : readLimited(response.body, maxBytes);
}

/** Most responses fit. */
const READ_BYTES = 16 * 1024;

/** Reads a whole body unless it has more than this many bytes. Doesn't trust a declared length (HOSTILE 23). */
async function readLimited(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader({ mode: 'byob' });
  for (;;) {
    // One read, however many chunks the body arrives in: each costs a turn of the event loop.
    const { done, value } = await reader.readAtLeast(READ_BYTES, new Uint8Array(READ_BYTES));
    if (done || !value) break;
    length += value.length;
    if (length > maxBytes) {
      void reader.cancel().catch(() => undefined);
      throw new TooLarge(`The response is larger than ${maxBytes / (1024 * 1024)} MB.`);
    }
    parts.push(value);
    // Got less than requested: the body has ended.
    if (value.length < READ_BYTES) break;
  }
  const [first, ...others] = parts;
  return first && others.length === 0 ? first : joinBytes(parts);
}
