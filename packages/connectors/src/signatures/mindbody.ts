import { bodyHmac } from './body-hmac.ts';
import { hmacOfBase64 } from './decode-bytes.ts';

/** `X-Mindbody-Signature: sha256={base64}` over the body, keyed by the subscription's messageSignatureKey. */
export const mindbodySignature = bodyHmac({ label: 'Mindbody', header: 'x-mindbody-signature', prefix: 'sha256=', decode: hmacOfBase64 });
