import { ExactNumber } from '@portage/primitives/exact-json';
import type { ParameterStyle } from '../extracted/extracted.ts';
import { isObject } from '../json/json.ts';

/** A serialised parameter: name and value, both encoded. */
export type Pair = readonly [name: string, value: string];

/** Whether a value is an object with members. A long number is a single value. */
export function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !(value instanceof ExactNumber);
}

/** Encodes characters that would not be read as part of the name or value. */
export type Encode = (text: string) => string;

/** Encodes everything except unreserved characters, as RFC 6570 does for single values. */
export function encodeStrict(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** For `allowReserved`: keeps reserved characters, but still encodes those that would begin another parameter. */
export function encodeReserved(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(/%(?:3A|2F|3F|40|24|2C|3B|5B|5D)/g, decodeURIComponent);
}

/** Replaces lone surrogates, which can't be encoded. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}

export function textOfScalar(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** A list whose inner lists are joined. @param delimiters of the inner lists, the outermost first */
export function withJoinedLists(value: unknown, [delimiter, ...inner]: readonly string[] = []): unknown {
  if (delimiter === undefined || !Array.isArray(value)) return value;
  return value.map((item) => {
    const list = withJoinedLists(item, inner);
    return Array.isArray(list) ? listItems(list).map(textOfScalar).join(delimiter) : list;
  });
}

/** The list's entries without null, which means nothing, as with members. */
function listItems(list: readonly unknown[]): unknown[] {
  return list.filter((item) => item !== undefined && item !== null);
}

/** The object's members without null. */
function listEntries(value: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
}

/** A path parameter: `simple` 3,4; `label` .3.4; `matrix` ;id=3,4 (OpenAPI 3, "Style Values"; RFC 6570). */
export function serializeInPath(name: string, value: unknown, style: ParameterStyle, explode: boolean, encode: Encode): string {
  const list = Array.isArray(value) ? listItems(value).map((item) => encode(textOfScalar(item))) : null;
  const members =
    list === null && isMembers(value)
      ? listEntries(value).map(([key, member]) => [encode(key), encode(textOfScalar(member))] as const)
      : null;
  const single = list === null && members === null ? encode(textOfScalar(value)) : '';
  const key = encode(name);
  switch (style) {
    case 'label': {
      const separator = explode ? '.' : ',';
      if (list) return `.${list.join(separator)}`;
      return members
        ? `.${members.map(([inner, member]) => (explode ? `${inner}=${member}` : `${inner},${member}`)).join(separator)}`
        : `.${single}`;
    }
    case 'matrix':
      if (list) return explode ? list.map((item) => `;${key}=${item}`).join('') : `;${key}=${list.join(',')}`;
      if (members) {
        return explode ? members.map(([inner, member]) => `;${inner}=${member}`).join('') : `;${key}=${members.flat().join(',')}`;
      }
      return `;${key}=${single}`;
    default:
      return list ? list.join(getDelimiter(style)) : members ? joinMembers(members, explode) : single;
  }
}

/** A header, or a list within one text: `simple`. */
export function serializeSimple(value: unknown, explode: boolean, style: ParameterStyle = 'simple'): string {
  if (Array.isArray(value))
    return listItems(value)
      .map(textOfScalar)
      .join(style === 'simple' ? ',' : decodeURIComponent(getDelimiter(style)));
  if (!isMembers(value)) return textOfScalar(value);
  return joinMembers(
    listEntries(value).map(([key, member]) => [key, textOfScalar(member)] as const),
    explode,
  );
}

function joinMembers(members: readonly (readonly [string, string])[], explode: boolean): string {
  return members.map(([key, value]) => (explode ? `${key}=${value}` : `${key},${value}`)).join(',');
}

/** A query parameter, a cookie or a form field: as many pairs as its style needs. */
export function serializePairs(name: string, value: unknown, style: ParameterStyle, explode: boolean, encode: Encode): Pair[] {
  const key = encode(name);
  if (style === 'deepObject') return deepPairs(key, value, encode);
  if (Array.isArray(value)) {
    const list = listItems(value).map((item) => encode(textOfScalar(item)));
    if (list.length === 0) return [];
    return explode ? list.map((item) => [key, item] as const) : [[key, list.join(getDelimiter(style))]];
  }
  if (!isMembers(value)) return [[key, encode(textOfScalar(value))]];
  const members = listEntries(value).map(([inner, member]) => [encode(inner), encode(textOfScalar(member))] as const);
  if (members.length === 0) return [];
  return explode ? members : [[key, members.flat().join(getDelimiter(style))]];
}

/** `filter[created][gte]=5`, `expand[0]=a`: to any depth, as Stripe and others read it. */
function deepPairs(key: string, value: unknown, encode: Encode): Pair[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return listItems(value).flatMap((item, index) => deepPairs(`${key}[${index}]`, item, encode));
  if (isMembers(value)) return Object.entries(value).flatMap(([inner, member]) => deepPairs(`${key}[${encode(inner)}]`, member, encode));
  return [[key, encode(String(value))]];
}

/** The delimiter between a list's items, encoded if a URL needs it. */
function getDelimiter(style: ParameterStyle): string {
  switch (style) {
    case 'spaceDelimited':
      return '%20';
    case 'pipeDelimited':
      return '%7C';
    case 'tabDelimited':
      return '%09';
    case 'form':
    case 'simple':
    case 'label':
    case 'matrix':
    case 'deepObject':
    case 'cookie':
      return ',';
    default:
      return style satisfies never;
  }
}
