import { ExpressionError } from '../values/expression-error.ts';
import type { UrlPart } from './address-place.ts';
import { hasDotSegment } from './dot-segments.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;
/** Names joined by dots, optionally followed by a port. Only plain digits: `⒈` is read as `1.` in a host. */
const HOST_VALUE = /^[\p{L}\p{M}\p{Nd}_.-]*(?::\d{1,5})?$/u;
const SCHEME_VALUE = /^https?$/i;
/** `https://api.example.com/v1`, or a path below a connector's base address. */
const BASE_VALUE = /^(?:https?:\/\/[^\s/?#\\@]+(?<path>\/[^\s?#\\]*)?|(?<below>\/(?![\\/])[^\s?#\\]*))$/i;

/** Encodes a text as one name, one value or one part of a path. */
export function encodeForAddress(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Writes a value in the form that its place after the beginning allows. @throws ExpressionError for a value that would leave its place */
export function encodeForUrlPart(text: string, place: Exclude<UrlPart, 'start'>, position: number): string {
  switch (place) {
    case 'query':
    case 'fragment':
      return encodeForAddress(text);
    case 'path':
      if (CONTROL.test(text))
        throw new ExpressionError('The value has line breaks or control characters, and it is a part of the path of the URL.', position);
      if (hasDotSegment(text)) {
        throw new ExpressionError('The value leads to another path: "." and ".." cannot be part of the URL.', position);
      }
      return encodeForAddress(text);
    case 'host':
      if (!HOST_VALUE.test(text))
        throw new ExpressionError('The value cannot be part of a host: a host has letters, digits, dots and hyphens.', position);
      return text;
    case 'unknown':
      throw new ExpressionError('The URL must start with http:// or https://.', position);
    default:
      return place satisfies never;
  }
}

/**
 * A value that begins an address with more after it: a base address, or a scheme.
 *
 * @param next the text after it, which must not extend the value's host or path.
 * @throws ExpressionError
 */
export function leadingText(text: string, next: string, position: number): { text: string; isScheme: boolean } {
  const value = text.trim();
  if (SCHEME_VALUE.test(value) && next.startsWith('://')) return { text: value, isScheme: true };
  const base = BASE_VALUE.exec(value);
  if (!base || CONTROL.test(value)) {
    throw new ExpressionError(
      /[?#]/.test(value)
        ? 'The value already contains a query string, so nothing can follow it. Use query parameters, or build the whole URL in an earlier step.'
        : 'The value that begins the URL must be an address that starts with http:// or https://.',
      position,
    );
  }
  const path = base.groups?.path ?? base.groups?.below ?? '';
  if (!path.endsWith('/') && !/^[/?#]/.test(next)) {
    throw new ExpressionError('The value that begins the URL must be followed by a slash.', position);
  }
  return { text: value, isScheme: false };
}
