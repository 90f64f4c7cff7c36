import { toBase64Url } from '@portage/primitives/base64';
import { MINUTE_MS } from '@portage/primitives/durations';
import { joinBytes } from '@portage/primitives/join-bytes';
import { headerReader } from '../headers/header-reader.ts';
import { bodyHmacs } from './body-hmac.ts';
import { type CustomSignature, customSignature } from './custom-signature.ts';
import { hubspotSignature } from './hubspot.ts';
import { sendgridSignature } from './sendgrid.ts';
import type { ChallengeResponse, ReadSignature, SignatureResult, SignatureScheme, SignedCall, SignedParts } from './signature-scheme.ts';
import { slackSignature } from './slack.ts';
import { standardWebhooksSignature } from './standard-webhooks.ts';
import { stripeSignature } from './stripe.ts';
import { tokenSignature } from './token.ts';
import { twilioSignature } from './twilio.ts';
import { zoomSignature } from './zoom.ts';

/** One line per scheme. */
const schemes = {
  github: bodyHmacs.github,
  shopify: bodyHmacs.shopify,
  stripe: stripeSignature,
  slack: slackSignature,
  twilio: twilioSignature,
  zoom: zoomSignature,
  mindbody: bodyHmacs.mindbody,
  airtable: bodyHmacs.airtable,
  xero: bodyHmacs.xero,
  quickbooks: bodyHmacs.quickbooks,
  hubspot: hubspotSignature,
  sendgrid: sendgridSignature,
  'standard-webhooks': standardWebhooksSignature,
  token: tokenSignature,
} satisfies Record<string, SignatureScheme>;

export type SignatureSchemeName = keyof typeof schemes;

/** For a choice in a form. */
export const signatureSchemes: readonly { name: SignatureSchemeName; label: string }[] = (
  Object.keys(schemes) as SignatureSchemeName[]
).map((name) => ({ name, label: schemes[name].label }));

export function isSignatureScheme(name: string | null | undefined): name is SignatureSchemeName {
  return typeof name === 'string' && Object.hasOwn(schemes, name);
}

const DEFAULT_TOLERANCE_MS = 5 * MINUTE_MS;

const messages: Record<Extract<SignatureResult, { ok: false }>['reason'], string> = {
  'no-secret': 'No secret is set for this webhook.',
  missing: 'The call is not signed.',
  malformed: 'The signature cannot be read.',
  'too-old': 'The signature is too old, or the clocks differ.',
  mismatch: 'The signature does not match.',
};

/**
 * Verifies that a holder of one of the secrets signed a webhook call (HOSTILE 30). Checks the bytes as received, whatever their
 * content type, and compares in constant time (WebCrypto's verify).
 */
export async function verifySignature(schemeName: SignatureSchemeName, call: SignedCall): Promise<SignatureResult> {
  const result = await findSecret(schemes[schemeName], call);
  return 'secret' in result ? { ok: true } : result;
}

export type VerifiedCall =
  /** `challenge`: the call only checks whether the address is alive, and this is the response. */
  | {
      ok: true;
      challenge: ChallengeResponse | null;
      wantsEmptyAnswer: boolean;
      /**
       * SHA-256 of the signed parts: the same for a call that is sent again unchanged. The signature itself won't do, because it
       * can be written in several ways. Null if the scheme signs nothing of the call (a token).
       */
      signedDigest: string | null;
      /** The signed parts include the time, so a sender that signs another call has another digest. */
      isTimed: boolean;
    }
  | (Extract<SignatureResult, { ok: false }> & { wantsEmptyAnswer: boolean });

/** Verifies a call and, if it's a challenge, builds the response. @param parseBody called only after the signature was verified */
export async function verifyCall(
  schemeName: SignatureSchemeName | CustomSignature,
  call: SignedCall,
  parseBody: () => unknown,
): Promise<VerifiedCall> {
  const scheme = typeof schemeName === 'string' ? schemes[schemeName] : customSignature(schemeName);
  return verifyBy(scheme, call, parseBody);
}

async function verifyBy(scheme: SignatureScheme, call: SignedCall, parseBody: () => unknown): Promise<VerifiedCall> {
  const wantsEmptyAnswer = scheme.wantsEmptyAnswer === true;
  const result = await findSecret(scheme, call);
  if (!('secret' in result)) return { ...result, wantsEmptyAnswer };
  const challenge = scheme.challenge ? await scheme.challenge(parseBody(), result.secret) : null;
  return {
    ok: true,
    challenge,
    wantsEmptyAnswer,
    signedDigest: result.signed && (await computeDigest(result.signed)),
    isTimed: result.isTimed,
  };
}

async function findSecret(
  scheme: SignatureScheme,
  call: SignedCall,
): Promise<{ secret: string; signed: Uint8Array<ArrayBuffer> | null; isTimed: boolean } | Extract<SignatureResult, { ok: false }>> {
  const keys = call.secrets.flatMap((secret) => {
    const bytes = resolveKey(scheme, secret);
    return bytes ? [{ secret, bytes }] : [];
  });
  if (keys.length === 0) return refused('no-secret');
  const read = scheme.read(headerReader(call.headers), call);
  if (typeof read === 'string') return refused(read);
  if (isTooOld(read, call)) return refused('too-old');
  if (read.bodySha256 && !(await isDigest(call.rawBody, read.bodySha256))) return refused('mismatch');
  for (const { secret, bytes } of keys) {
    const signed = await findSigned(scheme, read, bytes, call.rawBody);
    const isTimed = read.signedAtSeconds !== undefined;
    if (signed) return { secret, signed: scheme.algorithm === 'text' ? null : signed, isTimed };
  }
  return refused('mismatch');
}

function refused(reason: keyof typeof messages): Extract<SignatureResult, { ok: false }> {
  return { ok: false, reason, message: messages[reason] };
}

function resolveKey(scheme: SignatureScheme, secret: string): Uint8Array<ArrayBuffer> | null {
  if (secret.trim() === '') return null;
  // Copied because, in the Workers types, encoded text may be in shared memory.
  const bytes = scheme.keyOf ? scheme.keyOf(secret) : Uint8Array.from(new TextEncoder().encode(secret));
  return bytes && bytes.length > 0 ? bytes : null;
}

/** A time in the future is as bad as an old one: the call could be held back until then. */
function isTooOld({ signedAtSeconds }: ReadSignature, { nowMs, toleranceMs = DEFAULT_TOLERANCE_MS }: SignedCall): boolean {
  return signedAtSeconds !== undefined && Math.abs(nowMs - signedAtSeconds * 1000) > toleranceMs;
}

/** The bytes that one of the signatures covers with this key; null if none does. */
async function findSigned(
  scheme: SignatureScheme,
  read: ReadSignature,
  keyBytes: Uint8Array<ArrayBuffer>,
  rawBody: Uint8Array,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { algorithm = 'HMAC-SHA256' } = scheme;
  const spellings = [read.signed, ...(read.otherwiseSigned ?? [])].map((parts) => signedBytes(parts, rawBody));
  const check = await checker(algorithm, keyBytes);
  for (const bytes of spellings) for (const signature of read.signatures) if (await check(signature, bytes)) return bytes;
  return null;
}

type Check = (signature: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>) => Promise<boolean>;

async function checker(algorithm: NonNullable<SignatureScheme['algorithm']>, keyBytes: Uint8Array<ArrayBuffer>): Promise<Check> {
  const { subtle } = crypto;
  switch (algorithm) {
    case 'HMAC-SHA256':
    case 'HMAC-SHA1':
    case 'HMAC-SHA512': {
      const hash = { 'HMAC-SHA256': 'SHA-256', 'HMAC-SHA1': 'SHA-1', 'HMAC-SHA512': 'SHA-512' }[algorithm];
      const key = await subtle.importKey('raw', keyBytes, { name: 'HMAC', hash }, false, ['verify']);
      return (signature, signed) => subtle.verify('HMAC', key, signature, signed);
    }
    case 'ECDSA-P256': {
      // An invalid key verifies nothing.
      const key = await subtle.importKey('spki', keyBytes, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']).catch(() => null);
      return async (signature, signed) => key !== null && subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, signed);
    }
    case 'text': {
      // Two texts are equal if one HMAC fits both. Compared like this, the time doesn't reveal where they differ.
      const key = await subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
      const mac = await subtle.sign('HMAC', key as CryptoKey, keyBytes);
      return (candidate) => subtle.verify('HMAC', key as CryptoKey, mac, candidate);
    }
    default:
      return algorithm satisfies never;
  }
}

async function computeDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return toBase64Url(digest);
}

async function isDigest(rawBody: Uint8Array, expected: Uint8Array): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(rawBody)));
  return digest.every((byte, at) => byte === expected[at]);
}

function signedBytes(signed: SignedParts, rawBody: Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return joinBytes(signed.map((part) => (part === 'body' ? rawBody : encoder.encode(typeof part === 'string' ? part : part.text))));
}
