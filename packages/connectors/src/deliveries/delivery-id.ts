import { type HeaderSource, headerReader } from '../headers/header-reader.ts';
import { deliveryProviders } from './delivery-providers.ts';

/** A longer id is ignored, and the call counts as a separate delivery. */
const MAX_ID_LENGTH = 255;
const providers = Object.entries(deliveryProviders);

/**
 * Identifies a webhook delivery, e.g. `github:72d3162e-…`. The same if the sender repeats it (HOSTILE 5). It's only unique within
 * one webhook address and can't be trusted: anybody can send any header.
 *
 * @param body the parsed body, if there is one.
 * @param signed how the call was verified: its own sender's id comes first. If that sender signs the time, no other id counts, because anybody
 *   who repeats the call could add one
 * @returns null if the call names no delivery.
 */
export function findDeliveryId(
  call: { headers: HeaderSource; body?: unknown },
  signed: { scheme: string; isTimed: boolean } | null = null,
): string | null {
  const delivery = { header: headerReader(call.headers), body: call.body };
  for (const [provider, findId] of selectProviders(signed)) {
    const id = findId(delivery);
    if (id && id.length <= MAX_ID_LENGTH) return `${provider}:${id}`;
  }
  return null;
}

function selectProviders(signed: { scheme: string; isTimed: boolean } | null): typeof providers {
  if (signed === null) return providers;
  const own = providers.filter(([provider]) => provider === signed.scheme);
  return signed.isTimed ? own : [...own, ...providers];
}
