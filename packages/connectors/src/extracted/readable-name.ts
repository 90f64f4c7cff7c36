import { plainText } from '../schema/plain-text.ts';

/** A longer summary is a description and doesn't fit on a line of choices. */
export const MAX_NAME = 80;

const CAPITALS: ReadonlySet<string> = new Set(['api', 'id', 'ids', 'url', 'uri', 'sms', 'pdf', 'csv', 'ip', 'vat', 'http', 'json', 'xml']);

/** The words of an identifier, whatever separates them: `createChatCompletion`, `branch-protection-rule/created`, `invoice.paid`. */
export function splitWords(identifier: string): string[] {
  return identifier
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z](?!s(?![a-z]))[a-z])/g, '$1 $2')
    .replace(/\bO Auth/g, 'OAuth')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** An identifier as people write it: "Create chat completion". */
export function humanised(identifier: string): string {
  const words = splitWords(identifier);
  const isShouted = words.length > 0 && !/\p{Ll}/u.test(identifier);
  const written = words.map((word) => {
    if (CAPITALS.has(word.toLowerCase())) return word.toLowerCase() === 'ids' ? 'IDs' : word.toUpperCase();
    // A short word in capitals is an abbreviation ("POST", "SIP"). A whole identifier in capitals isn't.
    const isAcronym = !isShouted && word.length > 1 && word === word.toUpperCase() && /\p{Lu}/u.test(word);
    return isAcronym || /^OAuth/.test(word) || /^\p{Lu}+s$/u.test(word) ? word : word.toLowerCase();
  });
  const text = written.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The document's name for a part: its summary if that is usable as a name, otherwise null. */
export function nameOfSummary(summary: string | undefined): string | null {
  const trimmed = summary?.trim() ?? '';
  // A paragraph is recognised by its length before it's cleaned.
  if (trimmed === '' || trimmed.length > 10 * MAX_NAME) return null;
  const text = plainText(trimmed);
  if (text === '' || text.includes('\n') || text.length > MAX_NAME) return null;
  return text.replace(/([^.])\.$/, '$1');
}

/** Joins texts for a description, without those that an earlier one contains. */
export function withoutRepeats(texts: readonly (string | null | undefined)[]): string | null {
  const kept: string[] = [];
  for (const text of texts) {
    const trimmed = text?.trim();
    if (trimmed && !kept.some((one) => one.includes(trimmed))) kept.push(trimmed);
  }
  return kept.length > 0 ? kept.join('\n\n') : null;
}
