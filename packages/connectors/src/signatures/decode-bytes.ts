/** SHA-256's length: a text of another length isn't a signature. */
const HMAC_BYTES = 32;

/** @returns null if the text isn't the hexadecimal form of an HMAC-SHA256. */
export function hmacOfHex(text: string): Uint8Array<ArrayBuffer> | null {
  return bytesOfHex(text, HMAC_BYTES);
}

/** @returns null if the text isn't the hexadecimal form of this many bytes. */
export function bytesOfHex(text: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (text.length !== length * 2 || !/^[0-9a-f]+$/i.test(text)) return null;
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16));
}

export function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @returns null if the text isn't the base64 form of an HMAC-SHA256. */
export function hmacOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = bytesOfBase64(text);
  return bytes?.length === HMAC_BYTES ? bytes : null;
}

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

const P256_BYTES = 32;

/** Converts an ECDSA signature from DER to the two numbers that WebCrypto wants; null if it isn't a P-256 signature. */
export function rawEcdsaSignature(der: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (der[0] !== 0x30 || der[1] !== der.length - 2 || der.length > 2 * P256_BYTES + 8) return null;
  const raw = new Uint8Array(2 * P256_BYTES);
  let at = 2;
  for (let number = 0; number < 2; number += 1) {
    const length = der[at + 1] ?? 0;
    const digits = der.slice(at + 2, at + 2 + length);
    const significant = digits[0] === 0 ? digits.slice(1) : digits;
    if (der[at] !== 0x02 || digits.length !== length || significant.length > P256_BYTES || length === 0) return null;
    raw.set(significant, (number + 1) * P256_BYTES - significant.length);
    at += 2 + length;
  }
  return at === der.length ? raw : null;
}
