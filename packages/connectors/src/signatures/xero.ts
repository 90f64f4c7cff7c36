import { bodyHmac } from './body-hmac.ts';
import { hmacOfBase64 } from './decode-bytes.ts';

/** `x-xero-signature: {base64}` over the body; Xero tries wrong ones on purpose and wants 401. */
export const xeroSignature = bodyHmac({ label: 'Xero', header: 'x-xero-signature', decode: hmacOfBase64 });
