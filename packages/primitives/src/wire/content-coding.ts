import { joinBytes } from '../join-bytes.ts';
import { zstdFrames } from './zstd-frames.ts';

/** The synchronous decompressors of `node:zlib`, which this package must not import. */
export interface Decompressors {
  gunzipSync(bytes: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
  inflateSync(bytes: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
  inflateRawSync(bytes: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
  brotliDecompressSync(bytes: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
  /** Missing in older runtimes. */
  zstdDecompressSync?(bytes: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
}

/** A body can't be decompressed; the message is fit for a person. */
export class ContentCodingError extends Error {
  override readonly name = 'ContentCodingError';
  readonly code: 'unknown' | 'damaged' | 'too-large';

  constructor(code: ContentCodingError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** More layers than any sender uses; each costs a pass. */
const MOST_LAYERS = 4;

/** The content codings of a body, in the order they were applied, without those that change nothing. Several headers count as one list. */
export function contentCodings(header: string | null | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((coding) =>
      coding
        .trim()
        .replaceAll(/^["']|["']$/g, '')
        .toLowerCase(),
    )
    .filter((coding) => !['', 'identity', 'none', 'binary'].includes(coding));
}

/**
 * Removes a body's content codings (RFC 9110, section 8.4).
 *
 * @param maxBytes for every layer, which stops a bomb
 * @throws ContentCodingError
 */
export function unpack(bytes: Uint8Array, codings: readonly string[], maxBytes: number, zlib: Decompressors): Uint8Array {
  if (codings.length > MOST_LAYERS) throw new ContentCodingError('unknown', `The body is compressed more than ${MOST_LAYERS} times.`);
  const unpackers = codings.map((coding) => unpacker(coding, zlib));
  return codings.reduceRight((packed, coding, index) => {
    try {
      return (unpackers[index] as Unpacker)(packed, { maxOutputLength: maxBytes });
    } catch (error) {
      // The only sign of zlib's limit that Node and workerd have in common.
      if (error instanceof RangeError) {
        throw new ContentCodingError('too-large', `The body is larger than ${maxBytes / (1024 * 1024)} MB when it is decompressed.`);
      }
      throw new ContentCodingError('damaged', `Its content-encoding says ${coding}, but the body is not complete ${coding} data.`);
    }
  }, bytes);
}

type Unpacker = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

function unpacker(coding: string, zlib: Decompressors): Unpacker {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.gunzipSync;
    case 'deflate':
    case 'x-deflate':
      return (bytes, options) => inflate(bytes, options, zlib);
    case 'br':
    case 'brotli':
      return zlib.brotliDecompressSync;
    case 'zstd':
    case 'x-zstd':
      if (!zlib.zstdDecompressSync) throw unknown(coding);
      return unpackFrames(zlib.zstdDecompressSync);
    default:
      throw unknown(coding);
  }
}

/** zlib reads only the first frame. Parallel compressors write several (RFC 8878, section 3.1). */
function unpackFrames(unpackFrame: Unpacker): Unpacker {
  return (bytes, { maxOutputLength }) => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (const frame of zstdFrames(bytes)) {
      const piece = unpackFrame(frame, { maxOutputLength });
      length += piece.length;
      if (length > maxOutputLength) throw new RangeError('The frames are too large together');
      pieces.push(piece);
    }
    return pieces.length === 1 ? (pieces[0] as Uint8Array) : joinBytes(pieces);
  };
}

/** `deflate` means zlib's format; some senders omit its header. */
function inflate(bytes: Uint8Array, options: { maxOutputLength: number }, zlib: Decompressors): Uint8Array {
  const [first = 0, second = 0] = bytes;
  const hasHeader = (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
  if (!hasHeader) return zlib.inflateRawSync(bytes, options);
  try {
    return zlib.inflateSync(bytes, options);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return zlib.inflateRawSync(bytes, options);
  }
}

function unknown(coding: string): ContentCodingError {
  const name = `“${coding.slice(0, 40)}”`;
  const known = 'gzip, deflate, br or zstd';
  if (isNamedCharset(coding)) {
    return new ContentCodingError(
      'unknown',
      `The content-encoding ${name} is a charset, which belongs in content-type. Leave it out, or send ${known}.`,
    );
  }
  return new ContentCodingError('unknown', `The content-encoding ${name} cannot be decompressed. Send the body as it is, or as ${known}.`);
}

function isNamedCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}
