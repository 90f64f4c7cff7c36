import { toBase64 } from '@portage/primitives/base64';

/** Nesting depth of JSON texts. */
const NESTED_JSON = 4;
/** Fewer characters of base64 could be anything. */
const SHORTEST_BASE64 = 7;

/**
 * The ways a secret may be written in a text: as it is, escaped for JSON (also nested JSON texts), percent-encoded as in URLs and
 * forms, as HTML, in upper or lower case, hexadecimal, and in base64 at any offset. Longest first, so nothing of one is left next
 * to another.
 */
export function listSecretForms(secret: string): string[] {
  const inJson = nestedInJson(secret);
  const forms = new Set([secret, ...inJson, escapedForJson(secret, true), escapedForHtml(secret)]);
  forms.add(secret.toLowerCase());
  forms.add(secret.toUpperCase());
  if (secret.isWellFormed()) {
    const inForm = new URLSearchParams({ s: secret }).toString().slice(2);
    const inAddress = encodeURIComponent(secret);
    for (const encoded of [inAddress, encodeURIComponent(inAddress), encodeURI(secret), inForm]) {
      forms.add(encoded);
      forms.add(encoded.replaceAll(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()));
    }
  }
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  forms.add(hex);
  forms.add(hex.toUpperCase());
  for (const text of new Set([secret, ...inJson.slice(0, 2)])) {
    for (const encoded of base64Forms(new TextEncoder().encode(text))) {
      forms.add(encoded);
      forms.add(encoded.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return [...forms].sort((left, right) => right.length - left.length);
}

/**
 * Base64 of the bytes, and the characters they alone determine after one or two other bytes. (Characters at the edges also depend
 * on the neighbours.)
 */
function base64Forms(bytes: Uint8Array): string[] {
  const forms = [toBase64(bytes)];
  for (const before of [0, 1, 2]) {
    const shifted = new Uint8Array(before + bytes.length);
    shifted.set(bytes, before);
    const inner = toBase64(shifted).slice(Math.ceil((before * 8) / 6), Math.floor((shifted.length * 8) / 6));
    if (inner.length >= SHORTEST_BASE64) forms.push(inner);
  }
  return forms;
}

/** The secret in a JSON text, in that text inside another, and so on. */
function nestedInJson(secret: string): string[] {
  const forms: string[] = [];
  for (let level = 0; level < NESTED_JSON; level += 1) forms.push(escapedForJson(forms.at(-1) ?? secret));
  return forms;
}

function escapedForJson(text: string, asciiOnly = false): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  if (!asciiOnly) return escaped;
  return escaped.replaceAll(/[^\u0020-\u007e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function escapedForHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
