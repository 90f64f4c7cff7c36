import { hmacOfBase64 } from './decode-bytes.ts';
import type { SignatureScheme } from './signature-scheme.ts';

/** Escapes that HubSpot decodes in an address before signing it. */
const DECODED: Readonly<Record<string, string>> = {
  '%3A': ':',
  '%2F': '/',
  '%3F': '?',
  '%40': '@',
  '%21': '!',
  '%24': '$',
  '%27': "'",
  '%28': '(',
  '%29': ')',
  '%2A': '*',
  '%2C': ',',
  '%3B': ';',
};

/** Version 3: `X-HubSpot-Signature-v3: {base64}` over `{method}{url}{body}{time in ms}`, keyed by the app's client secret. */
export const hubspotSignature: SignatureScheme = {
  label: 'HubSpot',
  read(header, { url = '', method = 'POST' }) {
    const text = header('x-hubspot-signature-v3');
    const time = header('x-hubspot-request-timestamp');
    if (!text || !time) return 'missing';
    const signature = hmacOfBase64(text);
    if (!signature || !/^\d{1,15}$/.test(time)) return 'malformed';
    const address = url.replaceAll(/%[0-9A-F]{2}/gi, (code) => DECODED[code.toUpperCase()] ?? code);
    return { signatures: [signature], signed: [`${method}${address}`, 'body', time], signedAtSeconds: Number(time) / 1_000 };
  },
};
