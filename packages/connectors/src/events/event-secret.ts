import type { EventDefinition } from './event-definition.ts';
import { fillValue, listPlaceholders } from './fill-values.ts';

/** The connector field for the secret of a webhook that people set up by hand. */
export const WEBHOOK_SECRET_FIELD = 'customOptions.webhook::secret';

/** Whether the event's subscription has its own secret. */
export function hasOwnSecret({ subscribe }: EventDefinition): boolean {
  return (
    subscribe !== undefined &&
    (subscribe.secretPath !== undefined || listPlaceholders([subscribe.values, subscribe.next]).includes('secret'))
  );
}

/**
 * The secret that verifies an event's calls if its subscription has no secret of its own.
 *
 * @param connectorFields unsealed, by name: `clientSecret`, `customOptions.x`
 * @returns null if none is set: then no call is accepted (HOSTILE 30)
 */
export function sharedSecret(
  { signature }: EventDefinition,
  typeToken: string | null,
  connectorFields: Readonly<Record<string, string>>,
): string | null {
  if (signature?.secret) {
    const fields = Object.fromEntries(Object.entries(connectorFields).map(([name, value]) => [`connector.${name}`, value]));
    const filled = fillValue(signature.secret, fields, () => 'left-out');
    // A Shopify app made in the shop has no client; its secret is entered by hand.
    return (typeof filled === 'string' && filled) || connectorFields[WEBHOOK_SECRET_FIELD] || null;
  }
  // A connector with its own app gets calls that the type's app didn't sign.
  return connectorFields[WEBHOOK_SECRET_FIELD] || typeToken?.trim() || null;
}
