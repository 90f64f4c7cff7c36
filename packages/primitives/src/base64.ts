const BYTES_AT_ONCE = 0x8000;

/** In chunks: a function accepts only so many arguments. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += BYTES_AT_ONCE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + BYTES_AT_ONCE));
  }
  return btoa(binary);
}

/** For URLs and without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
