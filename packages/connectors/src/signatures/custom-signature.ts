import type { ReadHeader } from '../headers/header-reader.ts';
import { bytesOfBase64, bytesOfHex } from './decode-bytes.ts';
import type { SignatureScheme, SignedCall, SignedParts } from './signature-scheme.ts';

export const customAlgorithms = ['SHA-1', 'SHA-256', 'SHA-512'] as const;
export const signatureEncodings = ['hex', 'base64', 'base64url'] as const;
export const secretEncodings = ['text', 'hex', 'base64'] as const;

/** An HMAC as described in a system's documentation, for systems without their own scheme. */
export interface CustomSignature {
  header: string;
  algorithm: (typeof customAlgorithms)[number];
  encoding: (typeof signatureEncodings)[number];
  /** Text before the signature, such as `sha256=` or `v1=`. */
  prefix?: string | undefined;
  /** Holds the signing time: seconds or milliseconds since 1970, or a date. May be the header of the signature, with `t=`. */
  timestampHeader?: string | undefined;
  toleranceSeconds?: number | undefined;
  /** What is signed. Default: `{body}`. Also supports `{timestamp}`, `{method}`, `{url}` and `{header:NAME}`. */
  template?: string | undefined;
  secretEncoding?: (typeof secretEncodings)[number] | undefined;
}

const HASH_BYTES = { 'SHA-1': 20, 'SHA-256': 32, 'SHA-512': 64 } as const;
const ALGORITHMS = { 'SHA-1': 'HMAC-SHA1', 'SHA-256': 'HMAC-SHA256', 'SHA-512': 'HMAC-SHA512' } as const;
/** More than any sender needs. Limits the work of one call. */
const MOST_SIGNATURES = 10;
const PLACEHOLDER = /\{(body|timestamp|method|url|header:[\w-]+)\}/;

/** The problem with the settings, for a person; null if there is none. */
export function customSignatureProblem({ template = '{body}', timestampHeader }: CustomSignature): string | null {
  if (!template.includes('{body}')) return 'The signed content must contain {body}, or anyone could send another body.';
  const unknown = /\{[^}]*\}/g;
  const wrong = (template.match(unknown) ?? []).find((placeholder) => !PLACEHOLDER.test(placeholder));
  if (wrong !== undefined && !template.includes('"')) return `The signed content can’t contain ${wrong.slice(0, 40)}.`;
  const signsTime = template.includes('{timestamp}');
  if (timestampHeader && !signsTime) return 'A time that is not signed proves nothing: put {timestamp} into the signed content.';
  return signsTime && !timestampHeader ? 'Say which header contains the {timestamp}.' : null;
}

export function customSignature(settings: CustomSignature): SignatureScheme {
  const { header: name, algorithm, encoding, prefix = '', timestampHeader, template = '{body}', secretEncoding = 'text' } = settings;
  return {
    label: 'Another HMAC',
    algorithm: ALGORITHMS[algorithm],
    ...(secretEncoding === 'text' ? {} : { keyOf: (secret: string) => decode(secret.trim(), secretEncoding) }),
    read(header, call) {
      const text = header(name);
      if (!text) return 'missing';
      const signatures = candidates(text, prefix)
        .map((candidate) => decode(candidate, encoding))
        .filter((bytes) => bytes?.length === HASH_BYTES[algorithm])
        .filter((bytes) => bytes !== null);
      if (signatures.length === 0 || signatures.length > MOST_SIGNATURES) return 'malformed';
      if (!timestampHeader) return { signatures, signed: signedParts(template, '', header, call) };
      const time = timestampHeader.toLowerCase() === name.toLowerCase() ? timeAmong(text) : header(timestampHeader);
      if (!time) return 'missing';
      const signedAtSeconds = secondsOfTime(time);
      return signedAtSeconds === null ? 'malformed' : { signatures, signed: signedParts(template, time, header, call), signedAtSeconds };
    },
  };
}

/** A header may hold several signatures, separated by commas, semicolons or blanks. */
function candidates(text: string, prefix: string): string[] {
  return text
    .split(/[,;\s]+/)
    .map((piece) => piece.replaceAll('"', ''))
    .filter((piece) => piece.toLowerCase().startsWith(prefix.toLowerCase()))
    .map((piece) => piece.slice(prefix.length));
}

function timeAmong(text: string): string | null {
  return /(?:^|[,;\s])t=([^,;\s]+)/i.exec(text)?.[1] ?? null;
}

function secondsOfTime(time: string): number | null {
  if (/^\d{1,12}$/.test(time)) return Number(time);
  if (/^\d{13}$/.test(time)) return Number(time) / 1_000;
  const ms = /^\d+$/.test(time) ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms) ? null : ms / 1_000;
}

function signedParts(
  template: string,
  time: string,
  header: ReadHeader,
  { url = '', method = 'POST' }: Pick<SignedCall, 'url' | 'method'>,
): SignedParts {
  return template.split(/(\{(?:body|timestamp|method|url|header:[\w-]+)\})/).map((part) => {
    if (part === '{body}') return 'body' as const;
    if (part === '{timestamp}') return { text: time };
    if (part === '{method}') return { text: method };
    if (part === '{url}') return { text: url };
    const [, name] = /^\{header:([\w-]+)\}$/.exec(part) ?? [];
    return { text: name === undefined ? part : (header(name) ?? '') };
  });
}

function decode(text: string, encoding: 'hex' | 'base64' | 'base64url'): Uint8Array<ArrayBuffer> | null {
  if (encoding === 'hex') return bytesOfHex(text, text.length / 2);
  const plain = encoding === 'base64url' ? text.replaceAll('-', '+').replaceAll('_', '/') : text;
  return bytesOfBase64(plain);
}
