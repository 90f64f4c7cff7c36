import * as zlib from 'node:zlib';
import { encodeText } from '@portage/primitives/wire';

/** How a server writes a response. */
export interface WireForm {
  /** Default UTF-8. */
  charset?: string;
  contentType?: string;
  /** Codings, in order. */
  packed?: ('gzip' | 'deflate' | 'raw' | 'br' | 'zstd')[];
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
  const { charset = 'utf-8', contentType = 'application/json', packed = [], coding, cut = 0 } = form;
  const encoded = encodeText(json, charset);
  if (!encoded.ok) throw new Error(encoded.message);
  const bytes = packed.reduce<Uint8Array>((plain, name) => packers[name](plain), encoded.bytes);
  const headers = { 'content-type': contentType, ...(coding === undefined ? {} : { 'content-encoding': coding }) };
  return { headers, bytes: bytes.subarray(0, bytes.length - cut) };
}
