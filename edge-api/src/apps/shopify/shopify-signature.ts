import { MINUTE_MS } from '@portage/primitives/durations';

/** A shop may take as long to agree as a state is valid. */
const LONGEST_MS = 15 * MINUTE_MS;

/**
 * Whether Shopify itself sent a query: its `hmac` is HMAC-SHA256, in hex, over all other parameters, sorted and form-encoded.
 *
 * @param secret of the app's client
 */
export async function isSignedByShopify(query: URLSearchParams, secret: string, nowMs: number): Promise<boolean> {
  const signature = query.get('hmac') ?? '';
  const sentMs = Number(query.get('timestamp')) * 1_000;
  if (!/^[0-9a-f]{64}$/i.test(signature) || !(Math.abs(nowMs - sentMs) <= LONGEST_MS)) return false;
  const signed = new URLSearchParams([...query].filter(([name]) => name !== 'hmac' && name !== 'signature'));
  signed.sort();
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const given = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify('HMAC', key, given, bytes(signed.toString()));
}

/** `demo.myshopify.com` is the shop `demo`; null for any other host: a person must not be sent elsewhere. */
export function shopOfHost(storeHost: string): string | null {
  return /^([a-z0-9][a-z0-9-]{0,60})\.myshopify\.com$/i.exec(storeHost.trim())?.[1]?.toLowerCase() ?? null;
}
