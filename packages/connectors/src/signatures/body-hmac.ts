import type { SignatureScheme } from './signature-scheme.ts';

/** A scheme that signs only the body and puts the signature in a single header. */
export function bodyHmac(settings: {
  label: string;
  header: string;
  prefix?: string;
  decode: (text: string) => Uint8Array<ArrayBuffer> | null;
}): SignatureScheme {
  const { label, header: name, prefix = '', decode } = settings;
  return {
    label,
    read(header) {
      const text = header(name);
      if (!text) return 'missing';
      const signature = text.startsWith(prefix) ? decode(text.slice(prefix.length)) : null;
      return signature ? { signatures: [signature], signed: ['body'] } : 'malformed';
    },
  };
}
