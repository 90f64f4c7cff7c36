export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function toBytes(piece: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
}

/** A version 4 UUID (RFC 9562). @param bytes sixteen random bytes */
export function toUuid(bytes: Uint8Array): string {
  const hex = toHex(bytes.map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte)));
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
