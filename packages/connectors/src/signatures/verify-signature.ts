import { headerReader } from '../headers/header-reader.ts';
import { githubSignature } from './github.ts';
import { quickbooksSignature } from './quickbooks.ts';
import { shopifySignature } from './shopify.ts';
import type { ReadSignature, SignatureResult, SignatureScheme, SignedCall } from './signature-scheme.ts';
import { slackSignature } from './slack.ts';
import { standardWebhooksSignature } from './standard-webhooks.ts';
import { stripeSignature } from './stripe.ts';
import { xeroSignature } from './xero.ts';
import { zoomSignature } from './zoom.ts';

/** One line a scheme. */
const schemes = {
  github: githubSignature,
  shopify: shopifySignature,
  stripe: stripeSignature,
  slack: slackSignature,
  'standard-webhooks': standardWebhooksSignature,
  zoom: zoomSignature,
  quickbooks: quickbooksSignature,
  xero: xeroSignature,
} satisfies Record<string, SignatureScheme>;

export type SignatureSchemeName = keyof typeof schemes;

/** For a choice in a form. */
export const signatureSchemes: readonly { name: SignatureSchemeName; label: string }[] = (
  Object.keys(schemes) as SignatureSchemeName[]
).map((name) => ({ name, label: schemes[name].label }));

const DEFAULT_TOLERANCE_MS = 5 * 60_000;

const messages: Record<Extract<SignatureResult, { ok: false }>['reason'], string> = {
  'no-secret': 'No secret is set for this webhook.',
  missing: 'The call is not signed.',
  malformed: 'The signature cannot be read.',
  'too-old': 'The signature is too old, or the clocks differ.',
  mismatch: 'The signature does not match.',
};

/**
 * Whether a webhook call was signed by somebody who knows one of the secrets (HOSTILE 30). Looks at the bytes as they
 * came, whatever their content type says; compares in constant time (WebCrypto's verify).
 */
export async function verifySignature(schemeName: SignatureSchemeName, call: SignedCall): Promise<SignatureResult> {
  const scheme: SignatureScheme = schemes[schemeName];
  const keys = call.secrets.map((secret) => keyOf(scheme, secret)).filter((key) => key !== null);
  if (keys.length === 0) return refused('no-secret');
  const read = scheme.read(headerReader(call.headers));
  if (typeof read === 'string') return refused(read);
  if (isTooOld(read, call)) return refused('too-old');
  return (await matchesAny(read, keys, call.rawBody)) ? { ok: true } : refused('mismatch');
}

function refused(reason: keyof typeof messages): SignatureResult {
  return { ok: false, reason, message: messages[reason] };
}

function keyOf(scheme: SignatureScheme, secret: string): Uint8Array<ArrayBuffer> | null {
  if (secret === '') return null;
  // Copied: under the types of Workers an encoded text may lie in shared memory.
  return scheme.keyOf ? scheme.keyOf(secret) : Uint8Array.from(new TextEncoder().encode(secret));
}

/** A time that lies ahead is as bad as an old one: it could be kept for later. */
function isTooOld({ signedAtSeconds }: ReadSignature, { nowMs, toleranceMs = DEFAULT_TOLERANCE_MS }: SignedCall): boolean {
  return signedAtSeconds !== undefined && Math.abs(nowMs - signedAtSeconds * 1000) > toleranceMs;
}

async function matchesAny(read: ReadSignature, keys: readonly Uint8Array<ArrayBuffer>[], rawBody: Uint8Array): Promise<boolean> {
  const signed = signedBytes(read, rawBody);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of read.signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

function signedBytes({ signed }: ReadSignature, rawBody: Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts = signed.map((part) => (part === 'body' ? rawBody : encoder.encode(part)));
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
