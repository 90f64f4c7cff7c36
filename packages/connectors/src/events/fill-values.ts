import { isObject } from '../openapi/json.ts';

/** What may be put into the values of an event's calls. Texts by name: `webhookUrl`, `body.owner`, `connector.slug`, `kept.resourceId`. */
export type EventFields = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /\{(webhookUrl|secret|uuid|subscriptionId|cursor|now|(?:body|connector|kept)\.[^{}\s]+)\}/g;
/** Looks like a placeholder and is none; GraphQL, JSON and formulas have blanks, quotes or colons in their braces. */
const SUSPECT = /\{([A-Za-z][\w]*(?:\.[\w:.]+)?)\}/g;

/** A placeholder for which there is nothing. */
export class MissingField extends Error {
  override readonly name = 'MissingField';
  readonly field: string;

  constructor(field: string) {
    super(`There is no ${field}.`);
    this.field = field;
  }
}

/**
 * Puts fields into the texts of a value. A text that is nothing but a placeholder becomes the field's own value; members
 * and items whose field is absent are left out when `optional` names it.
 *
 * @throws MissingField for one that is neither there nor optional
 */
export function fillValue(value: unknown, fields: EventFields, optional: (field: string) => boolean = () => false): unknown {
  if (typeof value === 'string') return fillText(value, fields, optional);
  if (Array.isArray(value)) return value.map((one) => fillValue(one, fields, optional)).filter((one) => one !== undefined);
  if (!isObject(value)) return value;
  const filled = Object.entries(value).map(([name, one]) => [name, fillValue(one, fields, optional)] as const);
  return Object.fromEntries(filled.filter(([, one]) => one !== undefined));
}

function fillText(text: string, fields: EventFields, optional: (field: string) => boolean): unknown {
  const names = placeholdersOf(text);
  const absent = names.find((name) => isAbsent(fields, name));
  if (absent !== undefined) {
    if (optional(absent)) return undefined;
    throw new MissingField(absent);
  }
  if (names.length === 1 && text === `{${names[0]}}`) return fields[names[0] ?? ''];
  return text.replaceAll(PLACEHOLDER, (_, name: string) => textOf(fields[name]));
}

/** Names of the placeholders in a value's texts. */
export function placeholdersOf(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  if (Array.isArray(value)) return value.flatMap(placeholdersOf);
  return isObject(value) ? Object.values(value).flatMap(placeholdersOf) : [];
}

/** Names in braces that look like placeholders but are none; a GraphQL query or a formula has others, with blanks or quotes. */
export function unknownPlaceholders(value: unknown): string[] {
  if (typeof value === 'string') {
    const known = new Set(placeholdersOf(value));
    return [...value.matchAll(SUSPECT)].map(([, name = '']) => name).filter((name) => !known.has(name));
  }
  if (Array.isArray(value)) return value.flatMap(unknownPlaceholders);
  return isObject(value) ? Object.values(value).flatMap(unknownPlaceholders) : [];
}

function isAbsent(fields: EventFields, name: string): boolean {
  return !Object.hasOwn(fields, name) || fields[name] === undefined || fields[name] === null || fields[name] === '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
