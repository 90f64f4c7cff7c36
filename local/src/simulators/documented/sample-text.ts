import { sampleAddress, sampleCompany, samplePerson, sampleProduct } from '../sample-words.ts';
import { textOfPattern } from './text-of-pattern.ts';

interface TextRules {
  name: string;
  format: string | null;
  pattern: string | null;
  minLength: number;
  maxLength: number;
  /** Grows with each value. */
  number: number;
  nowMs: number;
}

/** A plausible text for this name, within its schema's rules. */
export function sampleText(rules: TextRules): string {
  const fitting = [byFormat(rules), byName(rules)].find((text) => text !== null && fits(text, rules));
  if (fitting) return fitting;
  if (rules.pattern !== null) {
    const made = textOfPattern(rules.pattern, rules.number, rules.minLength);
    if (made !== null && fits(made, rules)) return made;
  }
  const text = byFormat(rules) ?? byName(rules) ?? `${rules.name || 'text'} ${rules.number}`;
  return text.padEnd(rules.minLength, 'x').slice(0, rules.maxLength);
}

function fits(text: string, { pattern, minLength, maxLength }: TextRules): boolean {
  return text.length >= minLength && text.length <= maxLength && matchesPattern(text, pattern);
}

/** An unreadable pattern matches anything. */
export function matchesPattern(text: string, pattern: string | null): boolean {
  if (pattern === null) return true;
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags).test(text);
    } catch {
      // Many patterns can only be read without the rules of Unicode.
    }
  }
  return true;
}

function byFormat({ format, number, nowMs, name }: TextRules): string | null {
  const now = new Date(nowMs).toISOString();
  switch (format?.toLowerCase()) {
    case 'date-time':
      return now;
    case 'date':
      return now.slice(0, 10);
    case 'time':
      return now.slice(11);
    case 'duration':
      return 'PT1H';
    case 'uuid':
    case 'guid':
      return sampleUuid(number);
    case 'email':
      return samplePerson(number).email;
    case 'uri':
    case 'url':
    case 'uri-reference':
      return `https://example.com/${encodeURIComponent(name || 'page')}/${number}`;
    case 'hostname':
      return 'example.com';
    case 'ipv4':
      return '192.0.2.1';
    case 'ipv6':
      return '2001:db8::1';
    case 'byte':
      return 'UG9ydGFnZQ==';
    default:
      return null;
  }
}

/** Common field names, most specific first. */
const names: readonly [RegExp, (rules: TextRules) => string][] = [
  [/e-?mail/i, ({ number }) => samplePerson(number).email],
  [/first_?name|given_?name/i, ({ number }) => samplePerson(number).firstName],
  [/last_?name|family_?name|surname/i, ({ number }) => samplePerson(number).lastName],
  [/phone|mobile|fax/i, ({ number }) => samplePerson(number).phone],
  [/job_?title/i, ({ number }) => samplePerson(number).jobTitle],
  [/compan|organi[sz]ation|account_?name|vendor/i, ({ number }) => sampleCompany(number)],
  [/country/i, ({ number, maxLength }) => (maxLength < 4 ? sampleAddress(number).country : 'Germany')],
  [/city|town/i, ({ number }) => sampleAddress(number).city],
  [/zip|postal_?code|postcode/i, ({ number }) => sampleAddress(number).postalCode],
  [/street|address/i, ({ number }) => sampleAddress(number).street],
  [/currency/i, () => 'EUR'],
  [/lang|locale/i, () => 'en'],
  [/time_?zone/i, () => 'Europe/Berlin'],
  [/sku|barcode/i, ({ number }) => sampleProduct(number).sku],
  [/price|amount|total|cost|balance|rate$/i, ({ number }) => sampleProduct(number).price],
  [/quantity|count$/i, ({ number }) => String(1 + (number % 9))],
  [/(_at|At|_date|Date|_time|Timestamp)$|^(date|created|updated|modified)$/i, ({ nowMs }) => new Date(nowMs).toISOString()],
  [/url|href|link|uri|website/i, ({ name, number }) => `https://example.com/${encodeURIComponent(name)}/${number}`],
  [/^(title|product|item)|_title$/i, ({ number }) => sampleProduct(number).title],
  [/user_?name|login|handle/i, ({ number }) => `${samplePerson(number).firstName.toLowerCase()}${number}`],
  [/name$/i, ({ number }) => `${samplePerson(number).firstName} ${samplePerson(number).lastName}`],
  [/status|state$/i, () => 'active'],
  [/(^|_)id$|Id$|ID$/, ({ number }) => String(number)],
  [/description|comment|note|message|text|body|summary/i, ({ number }) => `A note of the simulated system, number ${number}.`],
];

function byName(rules: TextRules): string | null {
  return names.find(([pattern]) => pattern.test(rules.name))?.[1](rules) ?? null;
}

/** The same number gives the same UUID. */
export function sampleUuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
