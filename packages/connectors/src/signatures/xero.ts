import { bodyHmac } from './body-hmac.ts';
import { hmacOfBase64 } from './decode-bytes.ts';
import type { SignatureScheme } from './signature-scheme.ts';

/** `x-xero-signature: {base64}` over the body. Xero sends wrong signatures on purpose and wants 401, without a body in any response. */
export const xeroSignature: SignatureScheme = {
  ...bodyHmac({ label: 'Xero', header: 'x-xero-signature', decode: hmacOfBase64 }),
  wantsEmptyAnswer: true,
};
