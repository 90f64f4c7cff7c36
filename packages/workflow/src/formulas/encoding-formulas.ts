import { toBase64 } from '@portage/primitives/base64';
import { mayHaveLongNumber, parseExactJson } from '@portage/primitives/exact-json';
import { jsonOfValue } from '../values/value-text.ts';
import { encodeInPieces } from '../work/encode-in-pieces.ts';
import type { WorkBudget } from '../work/work-budget.ts';
import type { Formula } from './formula.ts';
import { ArgumentFault, isBlank, shown, textArgument } from './formula-arguments.ts';
import { hashText, hmacText } from './hash-text.ts';

const ENTITY_UNITS = 14;
const BASE64_UNITS = 2;
const PARSING_UNITS = 1.5;
const VALUE_UNITS = 20;
const EXACT_VALUE_UNITS = 80;
const [COMMA, COLON] = [44, 58];
const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const encodingFormulas = [
  {
    name: 'urlEncode',
    label: 'URL Encode',
    signature: 'urlEncode(text)',
    description: 'Encodes a text for use in a URL.',
    synonyms: 'escape uri percent query',
    example: { expression: 'urlEncode("a b/c")', result: 'a%20b%2Fc' },
    arity: { min: 1, max: 1 },
    firstForm: ['urlEncode(', '""', ')'],
    evaluate: ([text], work) => encodeInPieces(textArgument(text, work).toWellFormed(), encodeURIComponent, work),
  },
  {
    name: 'urlDecode',
    label: 'URL Decode',
    signature: 'urlDecode(text)',
    description: 'Decodes a text taken from a URL.',
    synonyms: 'unescape uri percent query',
    example: { expression: 'urlDecode("a%20b")', result: 'a b' },
    arity: { min: 1, max: 1 },
    firstForm: ['urlDecode(', '""', ')'],
    evaluate: ([text], work) => {
      const encoded = textArgument(text, work);
      try {
        return decodeURIComponent(encoded);
      } catch {
        throw new ArgumentFault(`${shown(text)} is not percent-encoded text.`);
      }
    },
  },
  {
    name: 'toJson',
    label: 'To JSON',
    signature: 'toJson(value)',
    description: 'A value as JSON text.',
    synonyms: 'stringify serialize convert',
    example: { expression: 'toJson(listOf("a", 1))', result: '["a",1]' },
    arity: { min: 1, max: 1 },
    firstForm: ['toJson(', 'null', ')'],
    takesMissing: true,
    evaluate: ([value], work) => jsonOfValue(value, 0, work),
  },
  {
    name: 'parseJson',
    label: 'Parse JSON',
    signature: 'parseJson(text)',
    description: 'Reads the value from JSON text.',
    synonyms: 'deserialize decode convert object',
    example: { expression: 'valueAt(parseJson("{\\"id\\": 7}"), "id")', result: '7' },
    arity: { min: 1, max: 1 },
    firstForm: ['parseJson(', '"{}"', ')'],
    evaluate: ([text], work) => {
      const json = textArgument(text, work).replace(/^\ufeff/, '');
      chargeForParsing(json, work);
      try {
        return parseExactJson(json);
      } catch {
        throw new ArgumentFault(`${shown(text)} is not JSON.`);
      }
    },
  },
  {
    name: 'escapeHtml',
    label: 'Escape HTML',
    signature: 'escapeHtml(text)',
    description: 'Makes a text safe in HTML, such as the body of an email.',
    synonyms: 'encode e-mail',
    example: { expression: 'escapeHtml("A & B")', result: 'A &amp; B' },
    arity: { min: 1, max: 1 },
    firstForm: ['escapeHtml(', '""', ')'],
    evaluate: ([text], work) =>
      textArgument(text, work).replace(/[&<>"']/g, (character) => {
        work.charge(ENTITY_UNITS);
        return HTML_ENTITIES[character] ?? character;
      }),
  },
  {
    name: 'base64Encode',
    label: 'Base64 Encode',
    signature: 'base64Encode(text)',
    description: 'Encodes a text as Base64.',
    synonyms: 'convert btoa',
    example: { expression: 'base64Encode("abc")', result: 'YWJj' },
    arity: { min: 1, max: 1 },
    firstForm: ['base64Encode(', '""', ')'],
    evaluate: ([text], work) => {
      const bytes = new TextEncoder().encode(textArgument(text, work));
      work.charge(bytes.length * BASE64_UNITS);
      return toBase64(bytes);
    },
  },
  {
    name: 'base64Decode',
    label: 'Base64 Decode',
    signature: 'base64Decode(text)',
    description: 'Decodes a text from Base64 or Base64url.',
    synonyms: 'convert atob',
    example: { expression: 'base64Decode("YWJj")', result: 'abc' },
    arity: { min: 1, max: 1 },
    firstForm: ['base64Decode(', '""', ')'],
    evaluate: ([text], work) => {
      const encoded = textArgument(text, work);
      work.charge(encoded.length * BASE64_UNITS);
      return base64Decode(encoded);
    },
  },
  {
    name: 'hash',
    label: 'Hash',
    signature: 'hash(text, algorithm, encoding)',
    description: 'A fingerprint of a text, in SHA-256 or another algorithm.',
    synonyms: 'md5 sha digest crypto',
    example: { expression: 'hash("abc", "md5")', result: '900150983cd24fb0d6963f7d28e17f72' },
    arity: { min: 1, max: 3 },
    firstForm: ['hash(', '""', ', "sha256")'],
    evaluate: ([text, algorithm, encoding], work) => hashText(textArgument(text, work), algorithm, encoding, work),
  },
  {
    name: 'hmac',
    label: 'HMAC',
    signature: 'hmac(text, key, algorithm, encoding)',
    description: 'A signature of a text, made with a key.',
    synonyms: 'sign sha digest crypto secret',
    example: { expression: 'hmac("abc", "key", "md5")', result: 'd2fe98063f876b03193afb49b4979591' },
    arity: { min: 2, max: 4 },
    firstForm: ['hmac(', '""', ', "key", "sha256")'],
    evaluate: ([text, key, algorithm, encoding], work) => {
      if (isBlank(key)) throw new ArgumentFault('The key is empty, so anyone could make this signature.');
      return hmacText(textArgument(text, work), textArgument(key, work), algorithm, encoding, work);
    },
  },
] as const satisfies readonly Formula[];

/** Parsing many members, or numbers digit by digit, takes many times as long as the text's length suggests. */
function chargeForParsing(json: string, work: WorkBudget): void {
  work.charge(json.length * PARSING_UNITS);
  const ofValue = mayHaveLongNumber(json) ? EXACT_VALUE_UNITS : VALUE_UNITS;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === COMMA || code === COLON) values += 1;
  }
  work.charge(values * ofValue);
}

/** Also accepts base64url, which has `-` and `_` and no padding. */
function base64Decode(text: string): string {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new ArgumentFault(`${shown(text)} is not text in Base64.`);
  }
}
