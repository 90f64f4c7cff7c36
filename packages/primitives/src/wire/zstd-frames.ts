const MAGIC = 0xfd2fb528;
/** Sizes of the optional fields of a frame header (RFC 8878, section 3.1.1.1), by their flags. */
const DICTIONARY_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
const RLE = 1;
const RESERVED = 3;

/** The frames of zstd data, without those that readers skip. @throws Error if the data isn't whole frames */
export function zstdFrames(bytes: Uint8Array): Uint8Array[] {
  try {
    return framesIn(bytes);
  } catch (error) {
    throw new Error('These are not complete zstd frames', { cause: error });
  }
}

function framesIn(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames: Uint8Array[] = [];
  for (let start = 0; start < bytes.length || frames.length === 0; ) {
    const magic = view.getUint32(start, true);
    const isSkippable = magic >>> 4 === 0x184d2a5;
    if (!isSkippable && magic !== MAGIC) throw new Error('This is not a zstd frame');
    const end = isSkippable ? start + 8 + view.getUint32(start + 4, true) : endOfFrame(view, start + 4);
    if (end > bytes.length) throw new Error('The zstd frame is truncated');
    if (!isSkippable) frames.push(bytes.subarray(start, end));
    start = end;
  }
  return frames;
}

/** @throws Error if it's beyond the data */
function endOfFrame(view: DataView, start: number): number {
  const flags = view.getUint8(start);
  const isSingleSegment = (flags & 0x20) !== 0;
  const sizeFlag = flags >>> 6;
  const contentSizeBytes = sizeFlag === 0 && isSingleSegment ? 1 : (CONTENT_SIZE_BYTES[sizeFlag] ?? 0);
  let at = start + 1 + (isSingleSegment ? 0 : 1) + (DICTIONARY_BYTES[flags & 3] ?? 0) + contentSizeBytes;
  for (let isLast = false; !isLast; ) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    isLast = (header & 1) === 1;
    const type = (header >>> 1) & 3;
    if (type === RESERVED) throw new Error('The zstd frame has a block of no known type');
    at += 3 + (type === RLE ? 1 : header >>> 3);
  }
  return at + ((flags & 4) === 0 ? 0 : 4);
}
