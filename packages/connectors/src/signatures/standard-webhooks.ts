import { bytesOfBase64, hmacOfBase64 } from './decode-bytes.ts';
import type { SignatureScheme } from './signature-scheme.ts';
import { parseSeconds } from './timestamped-hmac.ts';

const MAX_SIGNATURES = 10;

/** standardwebhooks.com and Svix: `v1,{base64} v1,{base64}` over `{id}.{time}.{body}`. The secret is `whsec_{base64}`. */
export const standardWebhooksSignature: SignatureScheme = {
  label: 'Standard Webhooks',
  read(header) {
    const family = header('webhook-signature') ? 'webhook' : 'svix';
    const id = header(`${family}-id`);
    const time = header(`${family}-timestamp`);
    const text = header(`${family}-signature`);
    if (!id || !time || !text) return 'missing';
    const signedAtSeconds = parseSeconds(time);
    const signatures = text
      .split(' ')
      .filter((one) => one.startsWith('v1,'))
      .map((one) => hmacOfBase64(one.slice(3)))
      .filter((bytes) => bytes !== null);
    if (signedAtSeconds === null || signatures.length === 0 || signatures.length > MAX_SIGNATURES) return 'malformed';
    return { signatures, signed: [`${id}.${time}.`, 'body'], signedAtSeconds };
  },
  keyOf: (secret) => bytesOfBase64(secret.replace(/^whsec_/, '')),
};
