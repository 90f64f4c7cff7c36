import { bytesOfBase64, bytesOfHex } from './decode-bytes.ts';
import type { SignatureScheme, SignedParts } from './signature-scheme.ts';

const SHA1_BYTES = 20;

/**
 * `X-Twilio-Signature: {base64}` with SHA-1 over the address, followed by the form's fields, sorted by name. If the body isn't a
 * form, the address contains `bodySHA256`. Keyed by the auth token. The content type doesn't decide whether the body is a form,
 * because it isn't signed: with `bodySHA256` in the address, the body must match it; otherwise its fields must be signed.
 */
export const twilioSignature: SignatureScheme = {
  label: 'Twilio',
  algorithm: 'HMAC-SHA1',
  wantsEmptyAnswer: true,
  read(header, { url = '', rawBody }) {
    const text = header('x-twilio-signature');
    if (!text) return 'missing';
    const signature = bytesOfBase64(text);
    if (signature?.length !== SHA1_BYTES || !URL.canParse(url)) return 'malformed';
    const digest = new URL(url).searchParams.get('bodySHA256');
    const bodySha256 = digest === null ? null : bytesOfHex(digest, 32);
    if (digest !== null && !bodySha256) return 'malformed';
    const fields = digest === null ? sortedFields(rawBody) : '';
    if (fields === null) return 'malformed';
    const [signed = [], ...otherwiseSigned] = listSpellings(url).map((address): SignedParts => [address + fields]);
    return { signatures: [signature], signed, otherwiseSigned, ...(bodySha256 ? { bodySha256 } : {}) };
  },
};

/** Concatenated names and values. A repeated name has its different values in order. Null if it isn't a form. */
function sortedFields(rawBody: Uint8Array): string | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawBody);
  } catch {
    return null;
  }
  const values = new Map<string, Set<string>>();
  for (const [name, value] of new URLSearchParams(text)) values.set(name, (values.get(name) ?? new Set()).add(value));
  const names = [...values.keys()].sort();
  return names
    .map((name) =>
      [...(values.get(name) ?? [])]
        .sort()
        .map((value) => name + value)
        .join(''),
    )
    .join('');
}

/** Twilio signs the default port in one case and omits it in another. */
function listSpellings(url: string): string[] {
  const { protocol, port } = new URL(url);
  const withoutPort = url.replace(/^(https?:\/\/[^/?#]*?):\d+(?=[/?#]|$)/i, '$1');
  const usual = protocol === 'http:' ? 80 : 443;
  const withPort = port === '' ? url.replace(/^(https?:\/\/[^/?#]+)/i, `$1:${usual}`) : url;
  return [...new Set([url, withoutPort, withPort])];
}
