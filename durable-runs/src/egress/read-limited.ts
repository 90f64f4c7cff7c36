import * as zlib from 'node:zlib';
import { charsetNamed, contentCodings, unpack } from '@portage/primitives/wire';

export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * Reads an answer's body whole and takes off the content codings that the runtime leaves on: it knows `gzip` and `br`, each alone and in
 * small letters. A charset among them is a mistake of the server that changes nothing.
 *
 * @throws TooLarge, ContentCodingError
 */
export async function readAnswerBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const header = response.headers.get('content-encoding')?.trim() ?? '';
  const bytes = await readWhole(response, maxBytes);
  if (header === '' || header === 'gzip' || header === 'br' || bytes.length === 0) return bytes;
  return unpack(
    bytes,
    contentCodings(header).filter((coding) => charsetNamed(coding) === null),
    maxBytes,
    zlib,
  );
}

/**
 * Reads a body whole. HTTP itself ends a body of a said length there, so it can be read at once; one that is packed
 * may become longer, and is counted while it comes.
 *
 * @throws TooLarge
 */
async function readWhole(response: Response, maxBytes: number): Promise<Uint8Array> {
  const { headers, body } = response;
  const saidBytes = headers.has('content-encoding') ? null : headers.get('content-length');
  const isAtOnce = saidBytes !== null && /^\d+$/.test(saidBytes) && Number(saidBytes) <= maxBytes;
  return isAtOnce ? new Uint8Array(await response.arrayBuffer()) : readLimited(body, maxBytes);
}

/** Most answers fit. */
const READ_BYTES = 16 * 1024;

/** Reads a whole body, unless it has more than this many bytes; it does not trust a declared length (HOSTILE 23). */
async function readLimited(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader({ mode: 'byob' });
  for (;;) {
    // One reading, however many pieces the body comes in: each costs a turn of the event loop.
    const { done, value } = await reader.readAtLeast(READ_BYTES, new Uint8Array(READ_BYTES));
    if (done || !value) break;
    length += value.length;
    if (length > maxBytes) {
      void reader.cancel().catch(() => undefined);
      throw new TooLarge(`The answer has more than ${maxBytes / (1024 * 1024)} MB.`);
    }
    parts.push(value);
    // Less than was asked for: the body has ended.
    if (value.length < READ_BYTES) break;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
