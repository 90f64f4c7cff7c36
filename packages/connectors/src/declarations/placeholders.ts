import { isObject } from '../json/json.ts';

/** `{search}`, or the path of another parameter. Other braces belong to the text (Airtable formulas have them). */
const PLACEHOLDER = /\{(search|(?:path|query|header|cookie|body)(?:[.[][^{}]*)?)\}/g;
export const SEARCH = 'search';

/** The placeholders of a text: paths and "search". */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** How a value is escaped inside the quotes of a query: most languages use a backslash, SQL doubles the quote. */
export const quotings = ['backslash', 'doubled'] as const;
export type Quoting = (typeof quotings)[number];

/** Fills in the placeholders. A text that is a single placeholder becomes the value; within a longer text, the value is quoted. */
export function fillPlaceholders(text: string, textFor: (name: string) => string, quoting: Quoting = 'backslash'): string {
  const [only] = placeholdersIn(text);
  if (only !== undefined && text === `{${only}}`) return textFor(only);
  return text.replace(PLACEHOLDER, (_, name: string) => quoted(textFor(name), quoting));
}

export function quoted(value: string, quoting: Quoting): string {
  return quoting === 'doubled' ? value.replaceAll("'", "''") : value.replace(/[\\'"]/g, '\\$&');
}

/** Fills the placeholders in every text of a JSON value. */
export function fillValue(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return value.map((item) => fillValue(item, fill));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillValue(inner, fill)]));
}
