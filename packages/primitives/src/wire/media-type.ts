export interface MediaType {
  /** In lower case and without parameters; empty if the header names none. */
  type: string;
  /** Names in lower case; the first value of a repeated name. */
  parameters: ReadonlyMap<string, string>;
}

/** Name and value of a parameter; a quoted value may have lost its closing quote. */
const PARAMETER = /[;,]?\s*([^\s=;,"]+)\s*=\s*(?:"((?:\\.|[^"\\])*)(?:"|$)|([^;,]*))|[^;,]+/g;
const TYPE = /^\s*([^\s;,"/]+\/[^\s;,"/]+)/;
/** No header of a real message is longer. */
const MOST_LETTERS = 4_000;

/**
 * Reads a Content-Type header as leniently as senders write it: odd letter case and spaces, quoted and unquoted values, a comma
 * instead of a semicolon (`application/json, okta-version=1.0.0`), a repeated header that was joined.
 */
export function parseMediaType(header: string | null | undefined): MediaType {
  const text = (header ?? '').slice(0, MOST_LETTERS);
  const known = lately.get(text);
  if (known) return known;
  const read = readMediaType(text);
  // Senders use few, and a multipart boundary only once.
  if (lately.size >= MOST_LATELY) lately.clear();
  lately.set(text, read);
  return read;
}

const lately = new Map<string, MediaType>();
const MOST_LATELY = 200;

function readMediaType(text: string): MediaType {
  const type = (TYPE.exec(text)?.[1] ?? '').toLowerCase();
  const parameters = new Map<string, string>();
  const rest = text.slice(TYPE.exec(text)?.[0].length ?? 0);
  for (const [, name, quoted, plain] of rest.matchAll(PARAMETER)) {
    const key = name?.toLowerCase();
    if (key === undefined || parameters.has(key)) continue;
    parameters.set(key, quoted === undefined ? unquoted((plain ?? '').trim()) : quoted.replaceAll(/\\(.)/g, '$1'));
  }
  return { type, parameters };
}

/** Some senders use single quotes. */
function unquoted(value: string): string {
  return /^'.*'$/.test(value) ? value.slice(1, -1) : value;
}

/** What kind of content a media type stands for; `unknown`: the type doesn't say. */
export type MediaKind = 'json' | 'form' | 'multipart' | 'xml' | 'html' | 'text' | 'bytes' | 'unknown';

/** `application/json`, `hal+json`, `x-amz-json-1.1`, `vnd.acme.json`; not json-seq, jsonl or json5, which hold several values or another grammar. */
const JSON_SUBTYPE = /^(?:.*[+.-])?json(?:-\d+(?:\.\d+)*)?$/;
/** Lines of JSON, although the name ends like JSON. */
const JSON_LINES = /^(?:x-)?(?:nd|stream\+|line-delimited-?)json$/;
const XML_SUBTYPE = /^(?:.*[+.])?xml(?:-.*)?$/;
const TEXT_SUBTYPE =
  /^(?:(?:x-)?(?:javascript|ecmascript|typescript|yaml|toml|csv|jsonl|jsonlines|json-lines|json-seq|json5|sql|sh|perl|python|php|latex|tex|pem-file|mpegurl|turtle|httpd-php)|graphql|jwt|jose|node|edn|n-triples|n-quads|trig|sparql-(?:query|update)|openmetrics-text|pgp-(?:signature|keys|encrypted)|pem-certificate-chain|pkcs7-mime-text|vnd\.apple\.mpegurl|vnd\.yaml|vnd\.graphql|mbox|sdp|rtf|http|x-subrip|.*\+(?:yaml|jwt|sd-jwt|json-seq|jsonl|csv|xml|toml))$/;

/** Classifies a media type by its structure, so unlisted types get a kind, too. */
export function mediaKind(type: string): MediaKind {
  const slash = type.indexOf('/');
  const main = type.slice(0, Math.max(slash, 0));
  const subtype = type.slice(slash + 1);
  if (slash <= 0 || subtype === '' || type.includes('*')) return 'unknown';
  if (JSON_LINES.test(subtype)) return 'text';
  if (JSON_SUBTYPE.test(subtype)) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (XML_SUBTYPE.test(subtype)) return 'xml';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (type === 'multipart/form-data') return 'multipart';
  if (main === 'text' || main === 'message' || TEXT_SUBTYPE.test(subtype)) return 'text';
  return 'bytes';
}

/** Whether a content type, with or without parameters, is JSON. */
export function isJsonType(contentType: string): boolean {
  return mediaKind(parseMediaType(contentType).type) === 'json';
}
