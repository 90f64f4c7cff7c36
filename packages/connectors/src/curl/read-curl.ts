import { schemaFromJson } from '../editing/schema-from-json.ts';
import { type CurlCommand, readOptions } from './read-options.ts';
import { readPath } from './read-path.ts';
import { CurlError, splitCommands } from './split-commands.ts';

/** A key with its value, which only the connector stores. */
export interface CurlKey {
  in: 'header' | 'query';
  name: string;
  value: string;
}

export type CurlSecrets =
  | { kind: 'none' }
  | { kind: 'bearer'; token: string }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'keys'; keys: CurlKey[] };

export type ReadCurl =
  | {
      ok: true;
      /** An OpenAPI document without any secret. */
      document: Record<string, unknown>;
      secrets: CurlSecrets;
      operationCount: number;
    }
  | { ok: false; message: string };

type Json = Record<string, unknown>;

const MOST_COMMANDS = 100;
/** Set for each call, or describe the program that made it. */
const TECHNICAL_HEADER =
  /^(accept|accept-(encoding|language|charset)|authorization|connection|content-(length|type)|cookie|dnt|host|if-.*|origin|pragma|priority|cache-control|referer|sec-.*|te|upgrade-.*|user-agent|x-requested-with)$/i;
const KEY_NAME =
  /(^|[-_])(api-?_?key|app-?_?key|app-?_?id|key|token|secret|auth|password|signature)$|^(apikey|x-auth-.*|access_?token|.*-access-token|authorization)$/i;
const MOST_KEYS = 2;

/** Whether a text looks like curl commands, and not like a document. */
export function isCurl(text: string): boolean {
  return /^\s*(?:#[^\n]*\n\s*)*(?:\$\s+)?curl(?:\.exe)?\s/.test(text);
}

/** Turns curl commands for one system into an OpenAPI document and the secrets for its connector. */
export function readCurl(text: string): ReadCurl {
  try {
    return { ok: true, ...describe(readCommands(text)) };
  } catch (error) {
    if (error instanceof CurlError) return { ok: false, message: error.message };
    throw error;
  }
}

function readCommands(text: string): CurlCommand[] {
  const commands = splitCommands(text)
    .map((words) => (words[0] === '$' ? words.slice(1) : words))
    .filter(([program = '']) => /^curl(\.exe)?$/.test(program));
  if (commands.length === 0) throw new CurlError('This isn’t a cURL command. It begins with curl and has an address.');
  if (commands.length > MOST_COMMANDS) throw new CurlError(`Paste ${MOST_COMMANDS} commands at most.`);
  return commands.map(readOptions);
}

function describe(commands: readonly CurlCommand[]): Omit<Extract<ReadCurl, { ok: true }>, 'ok'> {
  const secrets = findSecrets(commands);
  const calls = commands.map((command) => ({ command, ...splitUrl(command.url) }));
  const [first] = calls;
  const other = calls.find(({ origin }) => origin !== first?.origin);
  if (!first) throw new CurlError('This isn’t a cURL command.');
  if (other) throw new CurlError(`The commands call different systems: ${first.origin} and ${other.origin}. Add one API for each.`);
  const base = commonBase(calls.map(({ segments }) => segments));
  const paths: Record<string, Json> = {};
  for (const { command, segments, query } of calls) {
    const { path, parameters } = readPath(segments.slice(base.length));
    const item = paths[path] ?? {};
    paths[path] = item;
    const method = command.method.toLowerCase();
    // The first of several examples of one call counts.
    item[method] ??= describeOperation(command, [...parameters, ...describeQuery(query), ...describeHeaders(command)]);
  }
  const host = new URL(first.origin).hostname;
  return {
    document: {
      openapi: '3.1.0',
      info: { title: titleFrom(host), version: '1' },
      servers: [{ url: [first.origin, ...base].join('/') }],
      paths,
      ...describeSecurity(secrets),
    },
    secrets,
    operationCount: Object.values(paths).reduce((count, item) => count + Object.keys(item).length, 0),
  };
}

function splitUrl(url: string): { origin: string; segments: string[]; query: [string, string][] } {
  const [, origin = '', path = '', query = ''] = /^(https?:\/\/[^/?#]+)([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
  if (!URL.canParse(origin) || /[${}<>]/.test(origin))
    throw new CurlError(`“${origin.slice(0, 100)}” isn’t a web address. Put the system’s name in place of variables.`);
  return { origin: new URL(origin).origin, segments: path.split('/').filter(Boolean), query: [...new URLSearchParams(query)] };
}

/** Leading segments that all calls share and that only name the API: `api`, `v1`. */
function commonBase(paths: readonly string[][]): string[] {
  const [first = []] = paths;
  const end = first.findIndex((segment, index) => {
    const isShared = paths.every((segments) => segments[index] === segment && segments.length > index + 1);
    return !isShared || !/^(api|rest|v\d+(\.\d+)*|\d{4}-\d{2}(-\d{2})?)$/i.test(segment);
  });
  return end === -1 ? [] : first.slice(0, end);
}

/** `api.pet-shop.example` is "Pet shop". */
function titleFrom(host: string): string {
  if (/^[\d.]+$|^\[|^localhost$/.test(host)) return host;
  const labels = host.split('.').filter((label) => !/^(api|www|rest|gateway)$/i.test(label));
  const name = (labels.length > 1 ? labels.at(-2) : labels[0]) ?? host;
  const isSecondLevel = /^(co|com|org|net|ac|gov)$/i.test(name) && labels.length > 2;
  const words = (isSecondLevel ? (labels.at(-3) ?? name) : name).replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describeOperation({ body, headers }: CurlCommand, parameters: Json[]): Json {
  const contentType = headers
    .find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    .split(';')[0]
    ?.trim();
  const content = body === null ? null : describeBody(body, contentType);
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: { default: { description: 'The response' } },
  };
}

function describeBody(body: Exclude<CurlCommand['body'], null>, contentType: string | undefined): Json {
  if (typeof body !== 'string') {
    const property = (value: string | null) => (value === null ? { type: 'string', format: 'binary' } : schemaFromJson(value));
    const properties = Object.fromEntries(body.map(({ name, value }) => [name, property(value)]));
    return { 'multipart/form-data': { schema: { type: 'object', properties } } };
  }
  const json = parseJson(body);
  if (json !== undefined && (contentType === undefined || /json/i.test(contentType) || typeof json === 'object')) {
    return { [contentType && /json/i.test(contentType) ? contentType : 'application/json']: { schema: schemaFromJson(json) } };
  }
  if (contentType !== undefined && /json/i.test(contentType))
    throw new CurlError('The body of a command isn’t valid JSON. Check its quotes.');
  if (contentType !== undefined && !/x-www-form-urlencoded/i.test(contentType)) return { [contentType]: { schema: { type: 'string' } } };
  return { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: describeForm(new URLSearchParams(body)) } } };
}

function describeForm(form: URLSearchParams): Json {
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, schemaOfTexts(form.getAll(name))]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeQuery(query: readonly [string, string][]): Json[] {
  const names = [...new Set(query.map(([name]) => name))].filter((name) => name !== '' && !KEY_NAME.test(name));
  return names.map((name) => {
    const values = query.flatMap(([other, value]) => (other === name ? [value] : []));
    return { name, in: 'query', schema: schemaOfTexts(values), example: values.length > 1 ? values : values[0] };
  });
}

/** A header of the example belongs to every call: `Notion-Version: 2022-06-28`. */
function describeHeaders({ headers }: CurlCommand): Json[] {
  return headers
    .filter(([name]) => !TECHNICAL_HEADER.test(name) && !KEY_NAME.test(name))
    .map(([name, value]) => ({ name, in: 'header', required: true, schema: { type: 'string', default: value } }));
}

/** Texts of an address or a form have the type that they look like. */
function schemaOfTexts(values: readonly string[]): Json {
  if (values.length > 1) return { type: 'array', items: schemaOfTexts(values.slice(0, 1)) };
  const [value = ''] = values;
  if (/^(true|false)$/.test(value)) return { type: 'boolean' };
  if (/^-?(0|[1-9]\d{0,14})$/.test(value)) return { type: 'integer' };
  if (/^-?(0|[1-9]\d*)\.\d+$/.test(value)) return { type: 'number' };
  return schemaFromJson(value);
}

function findSecrets(commands: readonly CurlCommand[]): CurlSecrets {
  const basic = commands.find((command) => command.basic !== null)?.basic;
  if (basic) return { kind: 'basic', ...basic };
  const token = commands.find(({ bearer }) => bearer !== null)?.bearer;
  if (token) return { kind: 'bearer', token };
  for (const command of commands) {
    const keys = listKeys(command);
    if (keys.length > 0) return { kind: 'keys', keys: keys.slice(0, MOST_KEYS) };
  }
  return { kind: 'none' };
}

function listKeys({ headers, url }: CurlCommand): CurlKey[] {
  const ofHeaders = headers.map(([name, value]): CurlKey => ({ in: 'header', name, value }));
  const ofQuery = splitUrl(url).query.map(([name, value]): CurlKey => ({ in: 'query', name, value }));
  return [...ofHeaders, ...ofQuery].filter(({ name }) => KEY_NAME.test(name));
}

function describeSecurity(secrets: CurlSecrets): Json {
  const schemes = describeSchemes(secrets);
  const names = Object.keys(schemes);
  if (names.length === 0) return {};
  return { components: { securitySchemes: schemes }, security: [Object.fromEntries(names.map((name) => [name, []]))] };
}

function describeSchemes(secrets: CurlSecrets): Record<string, Json> {
  switch (secrets.kind) {
    case 'none':
      return {};
    case 'bearer':
    case 'basic':
      return { [secrets.kind]: { type: 'http', scheme: secrets.kind } };
    case 'keys':
      return Object.fromEntries(secrets.keys.map((key, index) => [`key${index + 1}`, { type: 'apiKey', in: key.in, name: key.name }]));
    default:
      return secrets satisfies never;
  }
}
