import { bodyHmac } from './body-hmac.ts';
import { bytesOfBase64, hmacOfHex } from './decode-bytes.ts';
import type { SignatureScheme } from './signature-scheme.ts';

/** `X-Airtable-Content-MAC: hmac-sha256={hex}` over the body; the secret is the webhook's macSecretBase64. */
export const airtableSignature: SignatureScheme = {
  ...bodyHmac({ label: 'Airtable', header: 'x-airtable-content-mac', prefix: 'hmac-sha256=', decode: hmacOfHex }),
  keyOf: bytesOfBase64,
};
