import { isObject } from '../json/json.ts';

/** The values for placeholders in an event's calls, by name: `webhookUrl`, `body.owner`, `connector.slug`, `kept.resourceId`. */
export type EventFields = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /\{(webhookUrl|secret|uuid|subscriptionId|cursor|now|(?:body|connector|kept)\.[^{}\s]+)\}/g;
/** Looks like a placeholder but isn't one. GraphQL, JSON and formulas have blanks, quotes or colons in their braces. */
const SUSPECT = /\{([A-Za-z][\w]*(?:\.[\w:.]+)?)\}/g;

/** The available placeholders, and how a value is written within a longer text. */
export interface PlaceholderLanguage {
  /** Global; its first group is the name. */
  pattern: RegExp;
  write: (name: string, text: string, isInQuotes: boolean) => string;
}

const EVENTS: PlaceholderLanguage = { pattern: PLACEHOLDER, write: (_, text) => text };

export class MissingField extends Error {
  override readonly name = 'MissingField';
  readonly field: string;

  constructor(field: string) {
    super(`There is no ${field}.`);
    this.field = field;
  }
}

/** What happens if a placeholder's field is absent: an error, nothing in a longer text, or the whole text is omitted. */
export type AbsentField = 'refused' | 'empty' | 'left-out';

/**
 * Fills fields into the texts of a value. A text that is only a placeholder becomes the field's own value, and is omitted if the
 * field is absent and may be.
 *
 * @throws MissingField for an absent field that is refused
 */
export function fillValue(
  value: unknown,
  fields: EventFields,
  absent: (field: string) => AbsentField = () => 'refused',
  language: PlaceholderLanguage = EVENTS,
): unknown {
  if (typeof value === 'string') return fillText(value, fields, absent, language);
  if (Array.isArray(value)) return value.map((one) => fillValue(one, fields, absent, language)).filter((one) => one !== undefined);
  if (!isObject(value)) return value;
  const filled = Object.entries(value).map(([name, member]) => [name, fillValue(member, fields, absent, language)] as const);
  return Object.fromEntries(filled.filter(([, one]) => one !== undefined));
}

function fillText(text: string, fields: EventFields, absent: (field: string) => AbsentField, language: PlaceholderLanguage): unknown {
  const names = listPlaceholders(text, language.pattern);
  const gone = names.filter((name) => isAbsent(fields, name));
  const isWhole = names.length === 1 && text === `{${names[0]}}`;
  for (const name of gone) {
    const what = absent(name);
    if (what === 'refused') throw new MissingField(name);
    if (what === 'left-out' || isWhole) return undefined;
  }
  if (isWhole) return fields[names[0] ?? ''];
  return text.replaceAll(language.pattern, (_, name: string, at: number) =>
    isAbsent(fields, name) ? '' : language.write(name, toText(fields[name]), isInQuotes(text, at)),
  );
}

function isInQuotes(text: string, at: number): boolean {
  let opening: string | null = null;
  for (const [mark] of text.slice(0, at).matchAll(/\\.|['"]/gs)) {
    if (opening === null && mark.length === 1) opening = mark;
    else if (opening === mark) opening = null;
  }
  return opening !== null;
}

/** Names of the placeholders in a value's texts. */
export function listPlaceholders(value: unknown, pattern: RegExp = PLACEHOLDER): string[] {
  if (typeof value === 'string') return [...value.matchAll(pattern)].map(([, name = '']) => name);
  if (Array.isArray(value)) return value.flatMap((one) => listPlaceholders(one, pattern));
  return isObject(value) ? Object.values(value).flatMap((one) => listPlaceholders(one, pattern)) : [];
}

/** Names in braces that look like placeholders but aren't. A GraphQL query or a formula has others, with blanks or quotes. */
export function unknownPlaceholders(value: unknown, pattern: RegExp = PLACEHOLDER): string[] {
  if (typeof value === 'string') {
    const known = new Set(listPlaceholders(value, pattern));
    return [...value.matchAll(SUSPECT)].map(([, name = '']) => name).filter((name) => !known.has(name));
  }
  if (Array.isArray(value)) return value.flatMap((one) => unknownPlaceholders(one, pattern));
  return isObject(value) ? Object.values(value).flatMap((one) => unknownPlaceholders(one, pattern)) : [];
}

function isAbsent(fields: EventFields, name: string): boolean {
  return !Object.hasOwn(fields, name) || fields[name] === undefined || fields[name] === null || fields[name] === '';
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
