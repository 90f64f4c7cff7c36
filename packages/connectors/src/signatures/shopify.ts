import { bodyHmac } from './body-hmac.ts';
import { hmacOfBase64 } from './decode-bytes.ts';

/** `X-Shopify-Hmac-SHA256: {base64}` over the body. */
export const shopifySignature = bodyHmac({ label: 'Shopify', header: 'x-shopify-hmac-sha256', decode: hmacOfBase64 });
