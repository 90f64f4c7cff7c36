import type { ReadHeader } from '../headers/header-reader.ts';

interface Delivery {
  header: ReadHeader;
  /** The parsed body, if it was one. */
  body: unknown;
}

/** How one sender of webhooks names a delivery, so that its repetition is seen (HOSTILE 5). */
export interface DeliveryProvider {
  provider: string;
  /** The id that stays the same when the sender repeats the delivery; null when this is not that sender. */
  idOf(delivery: Delivery): string | null;
}

/** A text member of a JSON object's own. */
export function textMember(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return null;
  const value: unknown = (body as Record<string, unknown>)[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
