import { bytesOfBase64, hmacOfBase64, hmacOfHex } from './decode-bytes.ts';
import type { SignatureScheme } from './signature-scheme.ts';

interface BodyHmac extends Pick<SignatureScheme, 'label' | 'keyOf' | 'wantsEmptyAnswer'> {
  header: string;
  prefix?: string;
  decode: (text: string) => Uint8Array<ArrayBuffer> | null;
}

/** A scheme that signs only the body and puts the signature in a single header. */
function bodyHmac({ header: name, prefix = '', decode, ...scheme }: BodyHmac): SignatureScheme {
  return {
    ...scheme,
    read(header) {
      const text = header(name);
      if (!text) return 'missing';
      const signature = text.startsWith(prefix) ? decode(text.slice(prefix.length)) : null;
      return signature ? { signatures: [signature], signed: ['body'] } : 'malformed';
    },
  };
}

export const bodyHmacs = {
  /** The older SHA-1 header is ignored. */
  github: bodyHmac({ label: 'GitHub', header: 'x-hub-signature-256', prefix: 'sha256=', decode: hmacOfHex }),
  shopify: bodyHmac({ label: 'Shopify', header: 'x-shopify-hmac-sha256', decode: hmacOfBase64 }),
  /** Keyed by the subscription's messageSignatureKey. */
  mindbody: bodyHmac({ label: 'Mindbody', header: 'x-mindbody-signature', prefix: 'sha256=', decode: hmacOfBase64 }),
  /** The secret is the webhook's macSecretBase64. */
  airtable: bodyHmac({
    label: 'Airtable',
    header: 'x-airtable-content-mac',
    prefix: 'hmac-sha256=',
    decode: hmacOfHex,
    keyOf: bytesOfBase64,
  }),
  /** Xero sends wrong signatures on purpose and wants 401, without a body in any response. */
  xero: bodyHmac({ label: 'Xero', header: 'x-xero-signature', decode: hmacOfBase64, wantsEmptyAnswer: true }),
  /** Keyed by the verifier token. */
  quickbooks: bodyHmac({ label: 'QuickBooks', header: 'intuit-signature', decode: hmacOfBase64 }),
} satisfies Record<string, SignatureScheme>;
