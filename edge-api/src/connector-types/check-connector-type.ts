import { asksPerson, authSchemes, schemeSettingProblems, usesClient } from '@portage/connectors/authorization';
import type { connectorTypeCalls } from '@portage/contracts/calls';
import type { z } from 'zod';
import { ApiProblem, type ProblemEntry } from '../http/api-problem.ts';

export type ConnectorTypeBody = z.output<(typeof connectorTypeCalls)['POST /api/connector-types']['body']>;

/** Placeholders of an address: the connector's own fields. */
const PLACEHOLDER = /\{[\w.:]+\}/g;

/**
 * Checks what a connector type must have (spec CTYPE-08, CTYPE-09).
 *
 * @param hasClientSecret whether one is stored already
 * @param isOwnApi its connectors bring their OAuth client
 * @throws ApiProblem 400 with an entry per field
 */
export function checkConnectorType(
  body: ConnectorTypeBody,
  { hasClientSecret, isOwnApi = false }: { hasClientSecret: boolean; isOwnApi?: boolean },
): void {
  const entries: ProblemEntry[] = [];
  const report = (field: string, userMessage: string) => entries.push({ userMessage, message: userMessage, code: 'validation', field });
  const need = (field: keyof ConnectorTypeBody, label: string) => {
    if (isBlank(body[field])) report(field, `Please input ${label}`);
  };
  const connection = body.additionalData?.connection;

  need('name', 'Name');
  // Some systems (Salesforce) send the address with their tokens, so it can't be known before.
  if (!connection?.baseUrlMember) need('baseUrl', 'Base Url');
  if (usesClient(body.authorizationType, connection ?? {})) {
    if (asksPerson(body.authorizationType, connection ?? {})) {
      need('authUrl', 'Authorization Url');
      if (!isOwnApi) need('clientId', 'Client Id');
      const hasSecret = isOwnApi || connection?.tokenAuthMethod === 'none' || (hasClientSecret && body.clientSecret !== '');
      if (!hasSecret && isBlank(body.clientSecret)) {
        report('clientSecret', 'Please input Client Secret');
      }
    }
    need('tokenUrl', 'Token Url');
    if (authSchemes[body.authorizationType].signIn === 'oauth1') need('requestTokenUrl', 'Request Token Url');
  }
  const types = [...new Set([body.authorizationType, ...(connection?.authorizationTypes ?? [])])];
  for (const { name, message } of schemeSettingProblems(types, connection ?? {})) {
    report(`additionalData.connection.authorizationSettings.${name}`, message);
  }
  for (const field of URL_FIELDS) {
    const text = body[field];
    if (typeof text === 'string' && text.trim() && !isWebAddress(text)) report(field, `"${text}" is not a web address`);
  }
  // The person who makes a connector fills in placeholders; they must not choose where the type's client secret goes (HOSTILE 22).
  for (const field of TOKEN_FIELDS) {
    const host = /^\s*https?:\/\/([^/?#]*)/i.exec(body[field] ?? '')?.[1] ?? '';
    if (/\{/.test(host) && !/\.[\w-]+\.[a-z-]{2,}(:\d+)?$/i.test(host)) {
      report(field, 'The end of this address’s host must be fixed, as in {slug}.example.com');
    }
  }
  const [first] = entries;
  if (first) throw new ApiProblem(400, 'validation', first.userMessage, { entries });
}

const URL_FIELDS = [
  'baseUrl',
  'authUrl',
  'tokenUrl',
  'requestTokenUrl',
  'sandboxBaseUrl',
  'sandboxAuthUrl',
  'sandboxTokenUrl',
  'sandboxRequestTokenUrl',
  'callbackUrlRoot',
] as const;

const TOKEN_FIELDS = ['tokenUrl', 'requestTokenUrl', 'sandboxTokenUrl', 'sandboxRequestTokenUrl'] as const;

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

function isWebAddress(text: string): boolean {
  const filled = text.trim().replaceAll(PLACEHOLDER, 'x');
  if (!URL.canParse(filled)) return false;
  const { protocol, username, password } = new URL(filled);
  return (protocol === 'https:' || protocol === 'http:') && !username && !password;
}
