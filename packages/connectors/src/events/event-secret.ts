import type { EventDefinition } from './event-definition.ts';
import { fillValue, placeholdersOf } from './fill-values.ts';

/** Field of a connector in which people enter the secret of a webhook that they set up by hand. */
export const WEBHOOK_SECRET_FIELD = 'customOptions.webhook::secret';

/** Whether the event's subscription brings a secret of its own along. */
export function hasOwnSecret({ subscribe }: EventDefinition): boolean {
  return (
    subscribe !== undefined && (subscribe.secretPath !== undefined || placeholdersOf([subscribe.values, subscribe.next]).includes('secret'))
  );
}

/**
 * The secret that verifies calls of an event whose subscription has none of its own.
 *
 * @param connectorFields open, by name: `clientSecret`, `customOptions.x`
 * @returns null if none is set: then nothing is accepted (HOSTILE 30)
 */
export function sharedSecret(
  { signature }: EventDefinition,
  typeToken: string | null,
  connectorFields: Readonly<Record<string, string>>,
): string | null {
  if (signature?.secret) {
    const fields = Object.fromEntries(Object.entries(connectorFields).map(([name, value]) => [`connector.${name}`, value]));
    const filled = fillValue(signature.secret, fields, () => 'left-out');
    // A Shopify app made in the shop has no client: its secret is entered by hand.
    return (typeof filled === 'string' && filled) || connectorFields[WEBHOOK_SECRET_FIELD] || null;
  }
  // A connector with an app of its own gets calls that the type's app did not sign.
  return connectorFields[WEBHOOK_SECRET_FIELD] || typeToken?.trim() || null;
}
