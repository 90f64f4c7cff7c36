/** SHA-256's length: a signature of another one is none. */
const HMAC_BYTES = 32;

/** @returns null when the text is not the hexadecimal form of an HMAC-SHA256. */
export function hmacOfHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]{64}$/i.test(text)) return null;
  return Uint8Array.from({ length: HMAC_BYTES }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16));
}

/** @returns null when the text is not the base64 form of an HMAC-SHA256. */
export function hmacOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = bytesOfBase64(text);
  return bytes?.length === HMAC_BYTES ? bytes : null;
}

/** @returns null when the text is not base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
