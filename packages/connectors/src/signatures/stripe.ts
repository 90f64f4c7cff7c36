import { hmacOfHex } from './decode-bytes.ts';
import type { SignatureScheme } from './signature-scheme.ts';
import { parseSeconds } from './timestamped-hmac.ts';

/** More than any sender needs. Limits the work of one call. */
const MAX_SIGNATURES = 10;

/** `Stripe-Signature: t={time},v1={hex},v1={hex}` over `{time}.{body}`. `v0` is for tests and never counts. */
export const stripeSignature: SignatureScheme = {
  label: 'Stripe',
  read(header) {
    const text = header('stripe-signature');
    if (!text) return 'missing';
    const pairs = text.split(',').map((pair) => pair.trim().split('=', 2));
    const valuesOf = (name: string) => pairs.filter(([key]) => key === name).map(([, value = '']) => value);
    const [time, ...otherTimes] = valuesOf('t');
    const signedAtSeconds = parseSeconds(time);
    const signatures = valuesOf('v1')
      .map(hmacOfHex)
      .filter((bytes) => bytes !== null);
    if (signedAtSeconds === null || otherTimes.length > 0) return 'malformed';
    if (signatures.length === 0 || signatures.length > MAX_SIGNATURES) return 'malformed';
    return { signatures, signed: [`${time}.`, 'body'], signedAtSeconds };
  },
};
