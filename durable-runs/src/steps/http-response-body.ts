const TEXT = /^(text\/|application\/(xml|javascript|x-www-form-urlencoded|graphql|yaml|x-ndjson)|[^;]*\+(xml|yaml))/i;

/**
 * A response body as a JSON value: JSON parsed, text as text (in the charset it names), anything else as base64; null
 * when there is none. JSON that cannot be read stays text: a server's wrong label is no reason to lose its answer.
 */
export function readResponseBody(bytes: Uint8Array, contentType: string): unknown {
  if (bytes.length === 0) return null;
  if (/[/+]json\b/i.test(contentType)) {
    const text = decode(bytes, 'utf-8');
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  if (TEXT.test(contentType)) return decode(bytes, /charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8');
  if (contentType === '') return isUtf8(bytes) ? decode(bytes, 'utf-8') : toBase64(bytes);
  return toBase64(bytes);
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += 0x8000) binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(binary);
}
