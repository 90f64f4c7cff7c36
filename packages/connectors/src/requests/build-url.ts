import type { ExtractedOperation, ExtractedParameter } from '../extracted/extracted.ts';
import { buildBody } from './build-body.ts';
import { addProblem, type ProblemList, RequestError } from './request-error.ts';
import {
  type Encode,
  encodeReserved,
  encodeStrict,
  type Pair,
  serializeInPath,
  serializePairs,
  textOfScalar,
} from './serialize-parameter.ts';

export interface GivenParameter {
  parameter: ExtractedParameter;
  value: unknown;
  /** The parameter's path in mappings. */
  path: string;
  /** The value in the document's media type for it, if there is one. */
  content?: string;
}

/** A path may have its own query, or a fragment that only says what to call (`/graphql#products`). */
const TEMPLATE = /^([^?#]*)(?:\?([^#]*))?(?:#.*)?$/s;

/**
 * The URL of a request. Parameters only fill placeholders in the path and the query: a value that would lead to another path is
 * refused (HOSTILE 21), and the result is checked again.
 *
 * @throws RequestError if base URL and path make no valid URL, or one outside the base URL.
 */
export function buildUrl(baseUrl: string, { path }: ExtractedOperation, given: readonly GivenParameter[], problems: ProblemList): URL {
  const [, template = '', ownQuery = ''] = TEMPLATE.exec(path) ?? [];
  const values = new Map(given.filter(({ parameter }) => parameter.place === 'path').map((one) => [one.parameter.name, one]));
  const filled = template.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const one = values.get(name);
    return one ? pathValue(one, problems) : whole;
  });
  const query = given.filter(({ parameter }) => parameter.place === 'query' && !parameter.isWholeQuery).flatMap(queryPairs);
  const whole = given.filter(({ parameter }) => parameter.isWholeQuery).map((one) => wholeQuery(one, problems));
  const pairs = [ownQuery, ...whole, ...query.map(([name, value]) => `${name}=${value}`)].filter((one) => one !== '');
  return joined(baseUrl, filled, pairs.join('&'));
}

/** The whole query string, in its media type: a form with its fields, or one encoded text. */
function wholeQuery({ parameter, value, path, content }: GivenParameter, problems: ProblemList): string {
  if ((parameter.contentType ?? FORM).startsWith(FORM)) {
    // A text is a query that is already encoded.
    if (typeof value === 'string') return writtenQuery(value.replace(/^\?/, ''));
    return content ?? formText(value, problems);
  }
  const text = content ?? textOfScalar(value);
  if (text === '') addProblem(problems, path, 'must not be empty: it is the query of the address.');
  return encodeStrict(text);
}

const FORM = 'application/x-www-form-urlencoded';

/** Writes an object's fields as an encoded form. */
export function formText(value: unknown, problems: ProblemList): string {
  return String(buildBody({ type: FORM, schema: {} }, value, problems)?.body ?? '');
}

/** Keeps what is encoded, and encodes characters that would end the query or the URL. */
function writtenQuery(text: string): string {
  return encodeURI(text.toWellFormed())
    .replace(/%25([\da-f]{2})/gi, '%$1')
    .replaceAll('#', '%23');
}

function pathValue({ parameter, value, path, content }: GivenParameter, problems: ProblemList): string {
  const { name, style, explode, allowReserved } = parameter;
  const text = content ?? textOfScalar(value);
  if (hasControlCharacter(text)) addProblem(problems, path, 'must not contain line breaks or control characters.');
  const encode: Encode = allowReserved ? (one) => encodeReserved(one).replaceAll('?', '%3F') : encodeStrict;
  const written = content === undefined ? serializeInPath(name, value, style, explode, encode) : encodeStrict(content);
  if (leadsElsewhere(value)) addProblem(problems, path, 'must not lead to another path ("." and ".." are not allowed).');
  // An empty list is empty text, or a dot with the style `label`. Either would lead to another path.
  else if (text === '' || /^\.*$/.test(written)) addProblem(problems, path, 'must not be empty: it is part of the address.');
  return written;
}

/** Finds `..` in any spelling that a server may decode, even if it's encoded twice. */
function leadsElsewhere(value: unknown): boolean {
  const texts = Array.isArray(value) ? value.map(textOfScalar) : [textOfScalar(value)];
  return texts.some((text) =>
    [text, decoded(text), decoded(decoded(text))].some((one) => one.split(/[\\/]/).some((part) => /^\.{1,2}$/.test(part.trim()))),
  );
}

function decoded(text: string): string {
  return text.replace(/%(2e|2f|5c|25)/gi, (one) => decodeURIComponent(one));
}

export function hasControlCharacter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f]/.test(text);
}

function queryPairs({ parameter, value, content }: GivenParameter): Pair[] {
  const { name, style, explode, allowReserved } = parameter;
  const encode = allowReserved ? encodeReserved : encodeStrict;
  if (content !== undefined) return [[encode(name), encode(content)]];
  return serializePairs(name, value, style, explode, encode);
}

function joined(baseUrl: string, path: string, query: string): URL {
  const base = parse(baseUrl);
  if (!base || !/^https?:$/.test(base.protocol)) throw wrong('The base URL is not one that can be called.');
  const basePath = base.pathname.replace(/\/+$/, '');
  const url = parse(`${base.origin}${basePath}${path.startsWith('/') || path === '' ? path : `/${path}`}`);
  if (!url || url.origin !== base.origin || !(url.pathname === basePath || url.pathname.startsWith(`${basePath}/`))) {
    throw wrong('The path leads outside the base URL.');
  }
  url.search = [base.search.slice(1), query].filter((one) => one !== '').join('&');
  url.hash = '';
  return url;
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function wrong(message: string): RequestError {
  return new RequestError([{ path: 'url', message }]);
}
