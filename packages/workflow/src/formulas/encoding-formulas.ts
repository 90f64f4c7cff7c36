import { toBase64 } from '@portage/primitives/base64';
import { parseExactJson } from '@portage/primitives/exact-json';
import { jsonOfValue } from '../expressions/value-text.ts';
import type { Formula } from './formula.ts';
import { ArgumentFault, shown, textArgument } from './formula-arguments.ts';
import { hashText, hmacText } from './hash-text.ts';

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const encodingFormulas = [
  {
    name: 'urlEncode',
    label: 'URL Encode',
    group: 'Encoding',
    signature: 'urlEncode(text)',
    arity: { min: 1, max: 1 },
    firstForm: ['urlEncode(', '""', ')'],
    evaluate: ([text]) => encodeURIComponent(textArgument(text).toWellFormed()),
  },
  {
    name: 'urlDecode',
    label: 'URL Decode',
    group: 'Encoding',
    signature: 'urlDecode(text)',
    arity: { min: 1, max: 1 },
    firstForm: ['urlDecode(', '""', ')'],
    evaluate: ([text]) => {
      try {
        return decodeURIComponent(textArgument(text));
      } catch {
        throw new ArgumentFault(`${shown(text)} is not percent-encoded text.`);
      }
    },
  },
  {
    name: 'toJson',
    label: 'To JSON',
    group: 'Encoding',
    signature: 'toJson(value)',
    arity: { min: 1, max: 1 },
    firstForm: ['toJson(', 'null', ')'],
    takesMissing: true,
    evaluate: ([value]) => jsonOfValue(value),
  },
  {
    name: 'parseJson',
    label: 'Parse JSON',
    group: 'Encoding',
    signature: 'parseJson(text)',
    arity: { min: 1, max: 1 },
    firstForm: ['parseJson(', '"{}"', ')'],
    evaluate: ([text]) => {
      try {
        return parseExactJson(textArgument(text));
      } catch {
        throw new ArgumentFault(`${shown(text)} is not JSON.`);
      }
    },
  },
  {
    name: 'escapeHtml',
    label: 'Escape HTML',
    group: 'Encoding',
    signature: 'escapeHtml(text)',
    arity: { min: 1, max: 1 },
    firstForm: ['escapeHtml(', '""', ')'],
    evaluate: ([text]) => textArgument(text).replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character),
  },
  {
    name: 'base64Encode',
    label: 'Base64 Encode',
    group: 'Encoding',
    signature: 'base64Encode(text)',
    arity: { min: 1, max: 1 },
    firstForm: ['base64Encode(', '""', ')'],
    evaluate: ([text]) => toBase64(new TextEncoder().encode(textArgument(text))),
  },
  {
    name: 'base64Decode',
    label: 'Base64 Decode',
    group: 'Encoding',
    signature: 'base64Decode(text)',
    arity: { min: 1, max: 1 },
    firstForm: ['base64Decode(', '""', ')'],
    evaluate: ([text]) => base64Decode(textArgument(text)),
  },
  {
    name: 'hash',
    label: 'Hash',
    group: 'Encoding',
    signature: 'hash(text, algorithm, encoding)',
    arity: { min: 1, max: 3 },
    firstForm: ['hash(', '""', ', "sha256")'],
    evaluate: ([text, algorithm, encoding]) => hashText(textArgument(text), algorithm, encoding),
  },
  {
    name: 'hmac',
    label: 'HMAC',
    group: 'Encoding',
    signature: 'hmac(text, key, algorithm, encoding)',
    arity: { min: 2, max: 4 },
    firstForm: ['hmac(', '""', ', "key", "sha256")'],
    evaluate: ([text, key, algorithm, encoding]) => hmacText(textArgument(text), textArgument(key), algorithm, encoding),
  },
] as const satisfies readonly Formula[];

/** Also of base64url, which has `-` and `_` and no padding. */
function base64Decode(text: string): string {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new ArgumentFault(`${shown(text)} is not text in Base64.`);
  }
}
