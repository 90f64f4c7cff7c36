import type { HeaderSource, ReadHeader } from '../headers/header-reader.ts';

/** A call whose signature is looked at. */
export interface SignedCall {
  headers: HeaderSource;
  /** The body as it came: signatures are made over bytes, not over what they mean. */
  rawBody: Uint8Array;
  /** The secrets that count now: more than one while they are being changed. */
  secrets: readonly string[];
  nowMs: number;
  /** How far a signed time may be from now; default 5 minutes. */
  toleranceMs?: number;
}

export type SignatureResult =
  | { ok: true }
  | { ok: false; reason: 'no-secret' | 'missing' | 'malformed' | 'too-old' | 'mismatch'; message: string };

/** What a scheme reads out of the headers. */
export interface ReadSignature {
  /** Candidates, any of which may match. */
  signatures: Uint8Array<ArrayBuffer>[];
  /** What was signed: parts in order, the body where `'body'` stands. */
  signed: readonly (string | 'body')[];
  /** When it was signed, in seconds since the epoch, for schemes that say so. */
  signedAtSeconds?: number;
}

/** One way to sign a webhook. HMAC with SHA-256 throughout. */
export interface SignatureScheme {
  label: string;
  /** The parts of the signature; `missing` or `malformed` when they are not there or make no sense. */
  read(header: ReadHeader): ReadSignature | 'missing' | 'malformed';
  /** The key's bytes of a secret; by default its UTF-8 text. Null for a text that is no secret of this scheme. */
  keyOf?(secret: string): Uint8Array<ArrayBuffer> | null;
}
