import { member, textMember } from '../json/json.ts';
import { toHex } from './decode-bytes.ts';
import type { SignatureScheme } from './signature-scheme.ts';
import { timestampedHmac } from './timestamped-hmac.ts';

export const zoomSignature: SignatureScheme = {
  ...timestampedHmac({ label: 'Zoom', signatureHeader: 'x-zm-signature', timeHeader: 'x-zm-request-timestamp' }),
  /** Zoom repeats the challenge every 72 hours. */
  challenge(body, secret) {
    const plainToken = textMember(member(body, 'payload'), 'plainToken');
    if (textMember(body, 'event') !== 'endpoint.url_validation' || plainToken === undefined) return null;
    return buildResponse(plainToken, secret);
  },
};

async function buildResponse(plainToken: string, secret: string) {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const encryptedToken = toHex(await crypto.subtle.sign('HMAC', key, encoder.encode(plainToken)));
  return { contentType: 'application/json', text: JSON.stringify({ plainToken, encryptedToken }) };
}
