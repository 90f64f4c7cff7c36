import type { HeaderSource, ReadHeader } from '../headers/header-reader.ts';

/** A call whose signature is looked at. */
export interface SignedCall {
  headers: HeaderSource;
  /** The body as it came: signatures are made over bytes, not over what they mean. */
  rawBody: Uint8Array;
  /** The current secrets: more than one while they are being changed. */
  secrets: readonly string[];
  nowMs: number;
  /** How far a signed time may be from now; default 5 minutes. */
  toleranceMs?: number;
  /** As the sender knows it, query included; some sign it. */
  url?: string;
  /** Default POST. */
  method?: string;
}

export type SignatureResult =
  | { ok: true }
  | { ok: false; reason: 'no-secret' | 'missing' | 'malformed' | 'too-old' | 'mismatch'; message: string };

/** The signed parts in order; `'body'` is the body, unless it is the text of an object: a sender chooses that. */
export type SignedParts = readonly (string | 'body' | { text: string })[];

/** The values that a scheme reads out of a call. */
export interface ReadSignature {
  /** Candidates, any of which may match. */
  signatures: Uint8Array<ArrayBuffer>[];
  signed: SignedParts;
  /** Other spellings of it that the sender may have signed: an address with its port and without. */
  otherwiseSigned?: readonly SignedParts[];
  /** When it was signed, in seconds since the epoch, for schemes that say so. */
  signedAtSeconds?: number;
  /** The expected SHA-256 of the body, for schemes that sign only that. */
  bodySha256?: Uint8Array<ArrayBuffer>;
}

/** The answer to a call that only checks whether the address is alive. */
export interface ChallengeAnswer {
  contentType: string;
  text: string;
}

/** One way to sign a webhook. */
export interface SignatureScheme {
  label: string;
  /** Default HMAC with SHA-256; `text`: the call carries the secret itself; `ECDSA`: the secret is a public key. */
  algorithm?: 'HMAC-SHA256' | 'HMAC-SHA1' | 'HMAC-SHA512' | 'text' | 'ECDSA-P256';
  /** The parts of the signature; `missing` or `malformed` when they are not there or make no sense. */
  read(header: ReadHeader, call: Pick<SignedCall, 'url' | 'method' | 'rawBody'>): ReadSignature | 'missing' | 'malformed';
  /** The key's bytes of a secret; by default its UTF-8 text. Null for a text that is no secret of this scheme. */
  keyOf?(secret: string): Uint8Array<ArrayBuffer> | null;
  /**
   * The answer to a call that only checks the address; null for any other call. Asked after the signature was found right.
   *
   * @param body parsed
   * @param secret with which it was right
   */
  challenge?(body: unknown, secret: string): Promise<ChallengeAnswer> | ChallengeAnswer | null;
  /** The system wants answers without a body. */
  wantsEmptyAnswer?: true;
}
