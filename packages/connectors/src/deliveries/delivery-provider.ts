import type { ReadHeader } from '../headers/header-reader.ts';

interface Delivery {
  header: ReadHeader;
  /** The parsed body, if it could be parsed. */
  body: unknown;
}

/** How one sender of webhooks identifies a delivery, to detect repetitions (HOSTILE 5). */
export interface DeliveryProvider {
  provider: string;
  /** The id that stays the same when the sender repeats the delivery; null if the delivery is from another sender. */
  idOf(delivery: Delivery): string | null;
}

/** A JSON object's own member, if it's text. */
export function textMember(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return null;
  const value: unknown = (body as Record<string, unknown>)[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
