import type { HeaderSource, ReadHeader } from '../headers/header-reader.ts';

export interface SignedCall {
  headers: HeaderSource;
  /** The body exactly as received: signatures cover bytes, not their meaning. */
  rawBody: Uint8Array;
  /** The current secrets: several while they are being rotated. */
  secrets: readonly string[];
  nowMs: number;
  /** How far the signing time may be from now. Default: 5 minutes. */
  toleranceMs?: number;
  /** The URL as the sender knows it, including the query. Some senders sign it. */
  url?: string;
  /** Default: POST. */
  method?: string;
}

export type SignatureResult =
  | { ok: true }
  | { ok: false; reason: 'no-secret' | 'missing' | 'malformed' | 'too-old' | 'mismatch'; message: string };

/** The signed parts in order. `'body'` means the body. A text that the sender chose goes in an object, because it could be `'body'`. */
export type SignedParts = readonly (string | 'body' | { text: string })[];

export interface ReadSignature {
  /** Candidates, any of which may match. */
  signatures: Uint8Array<ArrayBuffer>[];
  signed: SignedParts;
  /** Other spellings that the sender may have signed: an address with or without its port. */
  otherwiseSigned?: readonly SignedParts[];
  /** When it was signed, in seconds since the epoch, for schemes that include it. */
  signedAtSeconds?: number;
  /** The expected SHA-256 of the body, for schemes that sign only that. */
  bodySha256?: Uint8Array<ArrayBuffer>;
}

/** The response to a call that only checks whether the address is alive. */
export interface ChallengeResponse {
  contentType: string;
  text: string;
}

export interface SignatureScheme {
  label: string;
  /** Default: HMAC with SHA-256. `text`: the call carries the secret itself. `ECDSA`: the secret is a public key. */
  algorithm?: 'HMAC-SHA256' | 'HMAC-SHA1' | 'HMAC-SHA512' | 'text' | 'ECDSA-P256';
  /** The parts of the signature; `missing` if they aren't there, `malformed` if they make no sense. */
  read(header: ReadHeader, call: Pick<SignedCall, 'url' | 'method' | 'rawBody'>): ReadSignature | 'missing' | 'malformed';
  /** A secret's key bytes; by default its UTF-8 text. Null for a text that isn't a secret of this scheme. */
  keyOf?(secret: string): Uint8Array<ArrayBuffer> | null;
  /**
   * The response to a call that only checks the address; null for any other call. Called after the signature was verified.
   *
   * @param body parsed
   * @param secret that verified it
   */
  challenge?(body: unknown, secret: string): Promise<ChallengeResponse> | ChallengeResponse | null;
  /** The system wants responses without a body. */
  wantsEmptyAnswer?: true;
}
