import { addressPart, findHostEnd } from '@portage/connectors/authorization';
import { ConnectionRefused } from './lease.ts';

/** Values for placeholders: the connector's fields. Names inside `customOptions` have the form `customOptions.x`. */
export type ConnectionFields = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{([\w.:]+)\}/g;

/** `https://{slug}.example.com`: a value never changes the URL beyond its own placeholder (HOSTILE 22). @throws ConnectionRefused */
export function fillAddress(template: string, fields: ConnectionFields): string {
  const hostEnd = findHostEnd(template);
  return template.replaceAll(PLACEHOLDER, (_, name: string, at: number) => {
    const value = fieldValue(name, fields);
    const part = addressPart(value, at < hostEnd ? 'host' : 'path');
    if (part === null) {
      throw new ConnectionRefused(
        `The connector's ${name} "${value.slice(0, 100)}" cannot be part of an address: correct it in the connector.`,
      );
    }
    return part;
  });
}

/** `Bearer {apiKey}`. @throws ConnectionRefused if a field is empty */
export function fillText(template: string, fields: ConnectionFields): string {
  return template.replaceAll(PLACEHOLDER, (_, name: string) => fieldValue(name, fields));
}

/** Whether the connector has every field a template names. */
export function canBeFilled(template: string, fields: ConnectionFields): boolean {
  return [...template.matchAll(PLACEHOLDER)].every(([, name = '']) => Object.hasOwn(fields, name) && fields[name]);
}

function fieldValue(name: string, fields: ConnectionFields): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!value) throw new ConnectionRefused(missing(name));
  return value;
}

/** Fields a person chooses from the account's data once it's connected. */
const CHOSEN: Readonly<Record<string, string>> = { 'customOptions.tenantId': 'organisation', 'customOptions.locationId': 'location' };

/** Fields whose label in the form differs from their name. */
const CALLED: Readonly<Record<string, string>> = {
  'customOptions.merge::token': 'Linked Account Token',
  'customOptions.uapi::token': 'Linked Account Token',
};

function missing(name: string): string {
  const chosen = Object.hasOwn(CHOSEN, name) ? CHOSEN[name] : undefined;
  if (chosen) return `The connector has no ${chosen} yet: open it and choose one.`;
  const words = name
    .replace(/^customOptions\./, '')
    .replaceAll(/:+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `The connector has no ${(Object.hasOwn(CALLED, name) && CALLED[name]) || words}: enter it in the connector.`;
}
