import { bytesOfBase64, rawEcdsaSignature } from './decode-bytes.ts';
import type { SignatureScheme } from './signature-scheme.ts';
import { parseSeconds } from './timestamped-hmac.ts';

/** ECDSA over `{time}{body}`. The secret is the public key that SendGrid shows: base64 of its SPKI form. */
export const sendgridSignature: SignatureScheme = {
  label: 'SendGrid',
  algorithm: 'ECDSA-P256',
  read(header) {
    const text = header('x-twilio-email-event-webhook-signature');
    const time = header('x-twilio-email-event-webhook-timestamp');
    if (!text || !time) return 'missing';
    const der = bytesOfBase64(text);
    const signature = der && rawEcdsaSignature(der);
    const signedAtSeconds = parseSeconds(time);
    if (!signature || signedAtSeconds === null) return 'malformed';
    return { signatures: [signature], signed: [time, 'body'], signedAtSeconds };
  },
  keyOf: (secret) => bytesOfBase64(secret.replace(/-----[A-Z ]+-----|\s/g, '')),
};
