import { asksPerson as asksPersonOf } from '@portage/connectors/authorization';
import {
  type AskedField,
  type AuthorizationType,
  authorizationWays,
  connectorFormType,
  connectorValueProblem,
  getConnectorForm,
  requiredConnectorFields,
} from '@portage/contracts';
import type { connectorCalls } from '@portage/contracts/calls';
import { type ConnectorRecord, type ConnectorTypeRow, findConnectorType } from '@portage/database';
import type { z } from 'zod';
import { getTypeScope } from '../connector-types/connector-type-routes.ts';
import { ApiProblem, invalid } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { hasValidSubscription } from '../http/has-valid-subscription.ts';

const OPTION = /^customOptions\.(.+)$/s;

export type NewConnectorBody = z.output<(typeof connectorCalls)['POST /api/connectors']['body']>;
export type ConnectorBody = z.output<(typeof connectorCalls)['PUT /api/connectors/{id}']['body']>;

/**
 * The type for a new connector.
 *
 * @throws ApiProblem 400 (spec CONN-31, CTYPE-07), 403 without the subscription it needs (spec CONN-28)
 */
export async function typeOfNewConnector({ db, user }: UserContext, connectorTypeId: string | null | undefined): Promise<ConnectorTypeRow> {
  if (!connectorTypeId) throw invalid('Please select Application', 'connectorTypeId');
  const type = await findConnectorType(db, getTypeScope(user), connectorTypeId);
  if (!type || type.isHiddenForNewConnectors) throw invalid('This application is not offered.', 'connectorTypeId');
  if (type.subscriptionRequired && !hasValidSubscription(user)) {
    throw new ApiProblem(403, 'subscription-required', 'You must have a valid subscription in order to create this Connector.');
  }
  return type;
}

/**
 * Checks that the connector has all that its type asks for, with the specification's words (CONN-30..45).
 *
 * @param secrets as entered: null removes a stored one
 * @param before what is stored; null for a new connector
 * @throws ApiProblem 400 with an entry per field
 */
export function checkConnectorFields(
  type: ConnectorTypeRow,
  body: ConnectorBody,
  secrets: Readonly<Record<string, string | null>>,
  before: ConnectorRecord | null,
): void {
  const required = requiredConnectorFields(connectorFormType(type.settings), resolveAuthorizationType(type, body, before));
  const isMissing = ({ field, orField }: AskedField) => ![field, orField].some((name) => name && isFilled(name, body, secrets, before));
  const entries = required.flatMap((asked) => {
    const message = isMissing(asked) ? asked.message : enteredProblem(asked, body);
    return message === undefined ? [] : [{ userMessage: message, message, code: 'validation', field: asked.field }];
  });
  const [first] = entries;
  if (first) throw new ApiProblem(400, 'validation', first.userMessage, { entries });
}

/** Templates that cannot be connected are neither offered nor accepted. @throws ApiProblem 400 */
export function checkAuthorizationWay(type: ConnectorTypeRow, authorizationType: AuthorizationType | null): void {
  if (authorizationType === null || authorizationWays({ ...type.settings, isSystem: type.isSystem }).includes(authorizationType)) return;
  throw invalid(`${type.name} cannot be connected in this way. Choose another authorization type.`, 'authorizationType');
}

/** Spec CONN-48, CONN-49. @throws ApiProblem 400 */
export function checkSandbox(type: ConnectorTypeRow, useSandbox: boolean, { user }: UserContext): void {
  if (!useSandbox) return;
  if (!type.settings.hasSandboxOption) throw invalid(`${type.name} has no sandbox.`, 'useSandbox');
  const isShopify = ['Shopify', 'ShopifyPrivate'].includes(getConnectorForm(getConnectionSettings(type)));
  if (isShopify && user.impersonatorUserId === null) throw invalid(`The sandbox of ${type.name} is not offered.`, 'useSandbox');
}

export function resolveAuthorizationType(
  type: ConnectorTypeRow,
  body: Pick<ConnectorBody, 'authorizationType'>,
  before: Pick<ConnectorRecord, 'authorizationType'> | null,
): AuthorizationType {
  return body.authorizationType ?? before?.authorizationType ?? type.settings.authorizationType;
}

function getConnectionSettings(type: ConnectorTypeRow) {
  return type.settings.additionalData.connection ?? {};
}

/** Whether a person has to allow the connection at the system. */
export function asksPerson(type: ConnectorTypeRow, authorizationType: AuthorizationType): boolean {
  return asksPersonOf(authorizationType, getConnectionSettings(type));
}

function isFilled(
  field: string,
  body: Readonly<Record<string, unknown>>,
  secrets: Readonly<Record<string, string | null>>,
  before: ConnectorRecord | null,
): boolean {
  if (secrets[field] !== undefined) return Boolean(secrets[field]?.trim());
  if (before?.secretNames.includes(field)) return true;
  const value = textAt(field, isSent(field, body) ? body : before);
  return value !== null && value.trim() !== '';
}

/** Null removes an option; every other null or omitted value leaves the stored one. */
function isSent(field: string, body: Readonly<Record<string, unknown>>): boolean {
  const [, option] = OPTION.exec(field) ?? [];
  return option === undefined ? body[field] != null : Object.hasOwn((body.customOptions ?? {}) as object, option);
}

/** Stored values were accepted before and aren't checked again on each change. */
function enteredProblem(asked: AskedField, body: ConnectorBody): string | undefined {
  const value = textAt(asked.field, body);
  return value === null ? undefined : connectorValueProblem(asked, value);
}

function textAt(field: string, fields: object | null): string | null {
  const [, option] = OPTION.exec(field) ?? [];
  const holder = fields as Readonly<Record<string, unknown>> | null;
  const value =
    option === undefined ? holder?.[field] : (holder?.customOptions as Readonly<Record<string, unknown>> | null | undefined)?.[option];
  return typeof value === 'string' ? value : null;
}
