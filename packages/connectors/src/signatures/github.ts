import { bodyHmac } from './body-hmac.ts';
import { hmacOfHex } from './decode-bytes.ts';

/** `X-Hub-Signature-256: sha256={hex}` over the body. The older SHA-1 header is ignored. */
export const githubSignature = bodyHmac({ label: 'GitHub', header: 'x-hub-signature-256', prefix: 'sha256=', decode: hmacOfHex });
