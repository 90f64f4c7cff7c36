import { bodyHmac } from './body-hmac.ts';
import { hmacOfBase64 } from './decode-bytes.ts';

/** `intuit-signature: {base64}` over the body, keyed by the verifier token. */
export const quickbooksSignature = bodyHmac({ label: 'QuickBooks', header: 'intuit-signature', decode: hmacOfBase64 });
