import { hmacOfHex } from './decode-bytes.ts';
import type { SignatureScheme } from './signature-scheme.ts';

/** Seconds since the epoch, or null. */
export function parseSeconds(text: string | null | undefined): number | null {
  return text && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

/** The scheme of Slack, which Zoom copied: `v0={hex}` over `v0:{time}:{body}`. */
export function timestampedHmac(settings: { label: string; signatureHeader: string; timeHeader: string }): SignatureScheme {
  return {
    label: settings.label,
    read(header) {
      const text = header(settings.signatureHeader);
      const time = header(settings.timeHeader);
      if (!text || !time) return 'missing';
      const signature = text.startsWith('v0=') ? hmacOfHex(text.slice(3)) : null;
      const signedAtSeconds = parseSeconds(time);
      if (!signature || signedAtSeconds === null) return 'malformed';
      return { signatures: [signature], signed: [`v0:${time}:`, 'body'], signedAtSeconds };
    },
  };
}
