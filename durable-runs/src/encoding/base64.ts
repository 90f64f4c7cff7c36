const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const DATA_URL = /^data:[^,]{0,200};base64,/i;

/**
 * Decodes base64: standard or URL-safe, with or without padding and line breaks, or as a data URL.
 *
 * @returns null for any other text.
 */
export function fromBase64(text: string): Uint8Array | null {
  const plain = text.replace(DATA_URL, '').replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (!BASE64.test(plain)) return null;
  try {
    return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
