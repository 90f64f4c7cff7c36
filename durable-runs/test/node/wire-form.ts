import * as zlib from 'node:zlib';
import { encodeText } from '@portage/primitives/wire';

/** How a server writes a response. */
export interface WireForm {
  /** Default UTF-8. */
  charset?: string;
  contentType?: string;
  /** Codings, in order. */
  packed?: ('gzip' | 'deflate' | 'raw' | 'br' | 'zstd')[];
  /** The last packing is done in pieces of this number. */
  pieces?: number;
  /** The content-encoding header. */
  coding?: string;
  /** Bytes left out at the end. */
  cut?: number;
}

const packers = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  raw: zlib.deflateRawSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
};

export function inWireForm(json: string, form: WireForm): { headers: Record<string, string>; bytes: Uint8Array } {
  const { charset = 'utf-8', contentType = 'application/json', packed = [], pieces = 1, coding, cut = 0 } = form;
  const encoded = encodeText(json, charset);
  if (!encoded.ok) throw new Error(encoded.message);
  const bytes = packed.reduce<Uint8Array>((plain, name, at) => {
    const size = at === packed.length - 1 ? Math.ceil(plain.length / pieces) : plain.length;
    return Buffer.concat(
      Array.from({ length: Math.ceil(plain.length / size) }, (_, piece) => packers[name](plain.subarray(piece * size, (piece + 1) * size))),
    );
  }, encoded.bytes);
  const headers = { 'content-type': contentType, ...(coding === undefined ? {} : { 'content-encoding': coding }) };
  return { headers, bytes: bytes.subarray(0, bytes.length - cut) };
}
