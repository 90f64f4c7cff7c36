import type { DocumentSummary, ExtractedSecurityScheme, SecurityRequirement } from '../extracted/extracted.ts';
import { isObject, listEntries, listMember, member, textMember } from '../json/json.ts';
import { atPointer, follow } from '../json/json-pointer.ts';
import { valueOfVariable } from './servers.ts';

export interface ServerVariable {
  name: string;
  value: string;
  /** Empty: any value. */
  choices: string[];
  description: string | null;
}

export interface ProposedSignIn {
  authorizationType: 'None' | 'ApiKey' | 'Basic' | 'OAuth';
  /** Empty: the authorization type's usual position. */
  authParameters: { in: 'header' | 'query'; name: string; template: string }[];
  authUrl: string | null;
  tokenUrl: string | null;
  scopes: string[];
  grantType: 'authorization_code' | 'client_credentials';
}

/** What a document says about the connector type to make from it. */
export interface ProposedType {
  title: string;
  operationCount: number;
  eventCount: number;
  /** Addresses with their variables in braces. */
  servers: { url: string; description: string | null; variables: ServerVariable[] }[];
  /** The document's own choice first; never empty. */
  signIns: ProposedSignIn[];
  /** Paths, below the server, of reading calls without required parameters. */
  testPaths: string[];
}

/** More scopes are a catalogue, not a choice: nobody grants all of them. */
const MOST_SCOPES = 20;
const MOST_TEST_PATHS = 20;
const OPEN: ProposedSignIn = {
  ...{ authorizationType: 'None', authParameters: [], authUrl: null, tokenUrl: null, scopes: [] },
  grantType: 'authorization_code',
};

/**
 * @param document the parsed text that the summary was extracted from
 * @param documentUrl where it came from: relative servers are below it (OpenAPI 3.1, "Server Object")
 */
export function proposeType(summary: DocumentSummary, document: unknown, documentUrl: string | null = null): ProposedType {
  return {
    title: summary.title,
    operationCount: summary.operations.filter(({ isHidden }) => !isHidden).length,
    eventCount: summary.events.length,
    servers: proposeServers(summary, document, documentUrl),
    signIns: proposeSignIns(summary, document),
    testPaths: listTestPaths(document),
  };
}

function proposeServers({ servers }: DocumentSummary, document: unknown, documentUrl: string | null): ProposedType['servers'] {
  const described = listMember(document, 'servers').flatMap((server) => {
    const url = textMember(server, 'url')?.trim();
    return url === undefined ? [] : [{ url, description: textMember(server, 'description') ?? null, variables: listVariables(server) }];
  });
  const given = described.length > 0 ? described : servers.map(({ url }) => ({ url, description: null, variables: [] }));
  const all = given.length > 0 || documentUrl === null ? given : [{ url: '/', description: null, variables: [] }];
  return all.map((server) => ({ ...server, url: completeAddress(server.url, documentUrl).replace(/\/+$/, '') }));
}

function completeAddress(url: string, documentUrl: string | null): string {
  if (url.startsWith('//')) return `https:${url}`;
  if (documentUrl === null || /^[a-z{][^/]*:\/\//i.test(url) || url.startsWith('{')) return url;
  const base = new URL(documentUrl);
  return url.startsWith('/') ? base.origin + url : new URL(url, base).href;
}

function listVariables(server: unknown): ServerVariable[] {
  return listEntries(server, 'variables').map(([name, variable]) => ({
    name,
    value: valueOfVariable(variable) ?? '',
    choices: listMember(variable, 'enum').map(String),
    description: textMember(variable, 'description') ?? null,
  }));
}

function proposeSignIns({ securitySchemes, security }: DocumentSummary, document: unknown): ProposedSignIn[] {
  const required = security.length > 0 ? security : requirementsOfOperations(document);
  const alone = Object.keys(securitySchemes).map((name): SecurityRequirement => ({ [name]: [] }));
  const found = [...required, ...alone].flatMap((requirement) => proposeSignIn(requirement, securitySchemes) ?? []);
  const keys = found.map((signIn) => JSON.stringify({ ...signIn, scopes: [] }));
  return found.length === 0 ? [OPEN] : found.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** What the first operations with a requirement ask for. */
function requirementsOfOperations(document: unknown): SecurityRequirement[] {
  for (const [, item] of listEntries(document, 'paths')) {
    for (const operation of isObject(item) ? Object.values(item) : []) {
      const requirements = listMember(operation, 'security').filter(isObject);
      if (requirements.length > 0) return requirements.map(readRequirement);
    }
  }
  return [];
}

function readRequirement(requirement: Readonly<Record<string, unknown>>): SecurityRequirement {
  return Object.fromEntries(Object.keys(requirement).map((name) => [name, listMember(requirement, name).map(String)]));
}

/** Null for a requirement that connectors can't meet. */
function proposeSignIn(requirement: SecurityRequirement, schemes: DocumentSummary['securitySchemes']): ProposedSignIn | null {
  const entries = Object.entries(requirement);
  if (entries.length === 0) return OPEN;
  const [[name, scopes] = ['', []], second] = entries;
  const scheme = schemes[name];
  if (!scheme) return null;
  if (second === undefined) return readScheme(scheme, scopes);
  return entries.length === 2 ? readTwoKeys(scheme, schemes[second[0]]) : null;
}

function readScheme(scheme: ExtractedSecurityScheme, scopes: readonly string[]): ProposedSignIn | null {
  switch (scheme.kind) {
    case 'apiKey':
      return { ...OPEN, authorizationType: 'ApiKey', authParameters: [putKey(scheme, '{apiKey}')] };
    case 'basic':
      return { ...OPEN, authorizationType: 'Basic' };
    case 'bearer':
      return { ...OPEN, authorizationType: 'ApiKey' };
    case 'oauth2':
      return {
        ...OPEN,
        authorizationType: 'OAuth',
        authUrl: scheme.authorizationUrl ?? null,
        tokenUrl: scheme.tokenUrl ?? null,
        scopes: scopes.length > 0 ? [...scopes] : scheme.scopes.length <= MOST_SCOPES ? scheme.scopes : [],
        grantType: scheme.flow === 'clientCredentials' ? 'client_credentials' : 'authorization_code',
      };
    case 'other':
      return null;
    default:
      return scheme satisfies never;
  }
}

/** Two keys that go together: the one that only names the account isn't secret. */
function readTwoKeys(first: ExtractedSecurityScheme, second: ExtractedSecurityScheme | undefined): ProposedSignIn | null {
  if (first.kind !== 'apiKey' || second?.kind !== 'apiKey') return null;
  const namesAccount = ({ parameterName }: { parameterName: string }) => /(id|e-?mail|user(name)?|account)$/i.test(parameterName);
  const [one, other] = namesAccount(second) ? [second, first] : [first, second];
  const template = namesAccount(one) ? '{username}' : '{password}';
  return { ...OPEN, authorizationType: 'ApiKey', authParameters: [putKey(one, template), putKey(other, '{apiKey}')] };
}

function putKey(scheme: Extract<ExtractedSecurityScheme, { kind: 'apiKey' }>, template: string): ProposedSignIn['authParameters'][number] {
  if (scheme.in === 'cookie') return { in: 'header', name: 'Cookie', template: `${scheme.parameterName}=${template}` };
  return { in: scheme.in, name: scheme.parameterName, template };
}

function listTestPaths(document: unknown): string[] {
  const source = { at: (pointer: string) => atPointer(document, pointer) };
  const isRequired = (parameter: unknown) => {
    const found = follow(source, { value: parameter, pointer: '#' })?.value;
    return member(found, 'required') === true;
  };
  const paths = listEntries(document, 'paths').flatMap(([path, item]) => {
    const read = member(item, 'get');
    if (!isObject(read) || path.includes('{') || member(read, 'x-hidden') === true) return [];
    return [...listMember(item, 'parameters'), ...listMember(read, 'parameters')].some(isRequired) ? [] : [path];
  });
  return paths.slice(0, MOST_TEST_PATHS);
}
