/** `{search}`, or the path of another parameter; other braces belong to the text (an Airtable formula has them). */
const PLACEHOLDER = /\{(search|(?:path|query|header|cookie|body)(?:[.[][^{}]*)?)\}/g;
export const SEARCH = 'search';

/** What a text has placeholders for: paths, and "search". */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/**
 * Puts values in. A text that is one placeholder becomes the value; within a longer text backslashes and quotes get a
 * backslash, so that a value in a query stays inside of its quotes.
 */
export function fillPlaceholders(text: string, textFor: (name: string) => string): string {
  const [only] = placeholdersIn(text);
  if (only !== undefined && text === `{${only}}`) return textFor(only);
  return text.replace(PLACEHOLDER, (_, name: string) => textFor(name).replace(/[\\'"]/g, '\\$&'));
}
