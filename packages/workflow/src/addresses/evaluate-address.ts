import { evaluateExpression } from '../expressions/evaluate-expression.ts';
import { evaluateName } from '../expressions/evaluate-name.ts';
import { evaluateNode } from '../expressions/evaluate-node.ts';
import { parseExpression } from '../expressions/parse-expression.ts';
import { ExpressionError, nameWork } from '../values/expression-error.ts';
import { type ExpressionScope, type MeteredScope, metered } from '../values/scope.ts';
import type { ParsedExpression } from '../values/syntax-tree.ts';
import { textOfValue } from '../values/value-text.ts';
import { DROPPED, getNextUrlPart, getPathRange, hostAround, type UrlPart } from './address-place.ts';
import { encodeForAddress, encodeForUrlPart, leadingText } from './address-value.ts';
import { hasDotSegment } from './dot-segments.ts';

const READING_UNITS = 2;
const ENCODING_UNITS = 9;

export interface QueryParameter {
  name: string;
  valueExpression?: string | null;
}

export interface AddressTemplate {
  url: string;
  queryParameters?: readonly QueryParameter[] | null;
}

export interface MadeAddress {
  address: string;
  /** The value at the start of the address, if there is one: it chose scheme, host and part of the path. Otherwise null. */
  leadingValue: string | null;
}

/** A value written into an address, as a range of it. */
interface WrittenValue {
  place: UrlPart;
  from: number;
  to: number;
  position: number;
}

/**
 * The address of an HTTP request. The author's text stays unchanged; a value fills only its own place (HOSTILE 36): it is encoded in a
 * path, a query and a fragment, and may only be a name or a port in a host. If the field is a single reference, its value is the whole
 * address. A value that begins the address may be a base address: scheme, host and path, without a query.
 *
 * @throws ExpressionError for a value that isn't allowed in its place.
 */
export function evaluateAddress(template: AddressTemplate, given: ExpressionScope): MadeAddress {
  try {
    return madeAddress(template, metered(given));
  } catch (cause) {
    throw nameWork(cause, 'The URL', 0);
  }
}

function madeAddress({ url, queryParameters }: AddressTemplate, scope: MeteredScope): MadeAddress {
  scope.work.charge(url.length * READING_UNITS);
  const parsed = parseExpression(url);
  const made = parsed.single ? wholeAddress(parsed.single, scope) : joinedAddress(parsed, scope);
  const pairs = (queryParameters ?? []).flatMap((row) => evaluateQueryPairs(row, scope));
  const address = withPairs(made.address, pairs);
  requireShort(address, 0);
  return { ...made, address };
}

function wholeAddress(single: NonNullable<ParsedExpression['single']>, scope: MeteredScope): MadeAddress {
  const address = textOfValue(evaluateNode(single, scope), 0, scope.work).trim();
  return { address, leadingValue: address };
}

function joinedAddress({ parts }: ParsedExpression, scope: MeteredScope): MadeAddress {
  let address = '';
  let leadingValue: string | null = null;
  const written: WrittenValue[] = [];
  for (const [index, part] of parts.entries()) {
    // The text so far is read again for each part, to find where the part begins.
    scope.work.charge(address.length * READING_UNITS);
    if (part.kind === 'text') {
      const text = part.text.replace(DROPPED, '');
      address += index === 0 ? text.trimStart() : text;
    } else {
      const text = textOfValue(evaluateNode(part.expression, scope), part.start, scope.work);
      requireShort(text, part.start);
      const place = getNextUrlPart(address);
      if (place === 'start') {
        const next = parts[index + 1];
        const leading = leadingText(text, next?.kind === 'text' ? next.text : '', part.start);
        address = leading.text;
        leadingValue = leading.isScheme ? null : leading.text;
      } else {
        const from = address.length;
        address += encodeForUrlPart(text, place, part.start);
        written.push({ place, from, to: address.length, position: part.start });
      }
    }
    requireShort(address, part.kind === 'text' ? 0 : part.start);
  }
  address = address.trimEnd();
  checkHost(address, written);
  scope.work.charge(address.length * (written.length + 1));
  checkPath(address, written);
  return { address, leadingValue };
}

/** With an empty host, URL parsers treat the first part of the path as the host. */
function checkHost(address: string, written: readonly WrittenValue[]): void {
  const value = written.find(({ place }) => place === 'host');
  if (!value) return;
  const host = hostAround(address, value.from);
  if (host === '' || /^[.:]|\.\.|\.:/.test(host))
    throw new ExpressionError('The value leaves the host of the URL incomplete.', value.position);
}

/** A part of the path that values turn into an empty or a dot segment would change the path. */
function checkPath(address: string, written: readonly WrittenValue[]): void {
  const { pathStart, pathEnd } = getPathRange(address);
  let from = pathStart;
  for (const segment of address.slice(pathStart, pathEnd).split(/[\\/]/)) {
    const to = from + segment.length;
    const value = written.find((one) => one.place === 'path' && one.from >= from && one.to <= to);
    if (value && segment === '') throw new ExpressionError('The value is empty, and it is a part of the path of the URL.', value.position);
    if (value && hasDotSegment(segment)) {
      throw new ExpressionError('The value leads to another path: "." and ".." cannot be part of the URL.', value.position);
    }
    from = to + 1;
  }
}

function evaluateQueryPairs({ name, valueExpression }: QueryParameter, scope: MeteredScope): string[] {
  const value = evaluateExpression(valueExpression ?? '', scope);
  const key = evaluateName(name, scope)?.trim();
  if (!key) throw new ExpressionError('The name of a query parameter is empty.', 0);
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== undefined);
  return values.map((one) => {
    const text = textOfValue(one, 0, scope.work);
    requireShort(text, 0);
    scope.work.charge((key.length + text.length) * ENCODING_UNITS);
    return `${encodeForAddress(key)}=${encodeForAddress(text)}`;
  });
}

function withPairs(address: string, pairs: readonly string[]): string {
  if (pairs.length === 0) return address;
  const hashAt = address.indexOf('#');
  const before = hashAt < 0 ? address : address.slice(0, hashAt);
  const sign = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  return before + sign + pairs.join('&') + (hashAt < 0 ? '' : address.slice(hashAt));
}

function requireShort(text: string, position: number): void {
  if (text.length <= addressLimits.length) return;
  throw new ExpressionError(`The URL is longer than ${addressLimits.length.toLocaleString('en')} characters.`, position);
}

const addressLimits = {
  /** Characters of a called address; servers accept about half as many. */
  length: 16_384,
} as const;
