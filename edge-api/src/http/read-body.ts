import { dataLimits } from '@portage/contracts';
import { MINUTE_MS } from '@portage/primitives/durations';
import { parseExactJson } from '@portage/primitives/exact-json';
import { inTime } from '@portage/primitives/in-time';
import { joinBytes } from '@portage/primitives/join-bytes';
import { isNestedDeeper } from '@portage/primitives/json-nesting';
import { ApiProblem, invalid, payloadTooLarge } from './api-problem.ts';

const DEFAULT_BODY_LIMIT_BYTES: number = dataLimits.callBodyBytes;
/** Senders of more than this are cut off. */
const DRAIN_CAP_BYTES = 32_000_000;
/** Deeper values break recursive readers; nothing a person builds comes close. */
const MAX_NESTING = 500;

/** A slower sender holds a socket for nothing. */
const LONGEST_READ_MS = MINUTE_MS;

/**
 * Reads a body and stops at the limit, whatever length it announces.
 *
 * @throws ApiProblem 413 too large, 408 too slow, 400 when the sender went away
 */
export async function readBytes(request: Request, limitBytes: number, longestMs = LONGEST_READ_MS): Promise<Uint8Array> {
  const tooSlow = () => new ApiProblem(408, 'body-too-slow', 'The body took too long to arrive.');
  try {
    return await inTime(readAll(request, limitBytes), longestMs, tooSlow);
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    // Not our fault and not worth logging: the sender is gone.
    throw new ApiProblem(400, 'body-cut-off', 'The body didn’t arrive completely.');
  }
}

async function readAll(request: Request, limitBytes: number): Promise<Uint8Array> {
  const announcedLength = request.headers.get('content-length');
  // The usual case in one read, without creating a stream: the transport holds a sender to the announced length.
  if (announcedLength !== null && Number(announcedLength) <= limitBytes) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > limitBytes) throw payloadTooLarge(limitBytes);
    return bytes;
  }
  if (!request.body) return new Uint8Array(0);
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  if (announcedLength !== null) {
    await drain(reader);
    throw payloadTooLarge(limitBytes);
  }

  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > limitBytes) {
      await drain(reader);
      throw payloadTooLarge(limitBytes);
    }
    chunks.push(part.value);
  }
  const [first, ...others] = chunks;
  return first && others.length === 0 ? first : joinBytes(chunks);
}

/**
 * Reads and discards what a caller still sends, up to a cap. Most clients read the response only after they have written everything;
 * if the connection closed before, they'd see a broken pipe and not the 413.
 */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > DRAIN_CAP_BYTES) break;
  }
  await reader.cancel().catch(() => undefined);
}

/**
 * A JSON body as a value; undefined when there is none.
 *
 * @throws ApiProblem 413 too large, 415 wrong content type, 400 invalid JSON
 */
export async function readJson(request: Request, limitBytes = DEFAULT_BODY_LIMIT_BYTES): Promise<unknown> {
  const bytes = await readBytes(request, limitBytes);
  if (bytes.byteLength === 0) return undefined;
  if (!isJsonType(request.headers.get('content-type'))) {
    throw new ApiProblem(415, 'unsupported-media-type', 'The body must be JSON (content-type: application/json).');
  }
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    value = parseExactJson(text);
  } catch {
    throw new ApiProblem(400, 'invalid-json', 'The body is not valid JSON.');
  }
  if (isNestedDeeper(text, MAX_NESTING)) throw new ApiProblem(400, 'validation', `The body is nested deeper than ${MAX_NESTING} levels.`);
  return value;
}

/**
 * For calls that accept no body. Clients that always send JSON send `{}`, and forms without fields send an empty body.
 *
 * @throws ApiProblem 400 for every other body, 413 too large
 */
export async function refuseBody(request: Request): Promise<undefined> {
  if (!request.body) return;
  const bytes = await readBytes(request, DEFAULT_BODY_LIMIT_BYTES);
  if (bytes.byteLength > 0 && new TextDecoder().decode(bytes).trim() !== '{}') throw invalid('This call doesn’t accept a body.');
}

function isJsonType(contentType: string | null): boolean {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || type.endsWith('+json');
}
