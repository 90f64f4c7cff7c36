import { asksPerson, authSchemes, schemeSettingProblems, usesClient } from '@portage/connectors/authorization';
import { MASKED_SECRET, secretTypeFields } from '@portage/contracts';
import { type FieldRules, requiredMessage } from '@portage/ui';
import type { ConnectionSettings, ConnectorType, ConnectorTypeBody } from '../connector-type.ts';

/** Text fields that are null when empty. */
const TEXT_FIELDS = [
  'label',
  'requestTokenUrl',
  'authUrl',
  'tokenUrl',
  'clientId',
  'webhookType',
  'baseUrl',
  'tokenRequestContentType',
  'sandboxRequestTokenUrl',
  'sandboxAuthUrl',
  'sandboxTokenUrl',
  'sandboxClientId',
  'sandboxBaseUrl',
  'scope',
  'callbackUrlRoot',
  'userId',
] as const;
const FLAG_FIELDS = ['needSlug', 'hasCustomParameters', 'hasSandboxOption', 'isHiddenForNewConnectors', 'subscriptionRequired'] as const;

/** A scheme's settings may be secrets, too. */
export function holdsSecret(field: string): boolean {
  return field === 'authorizationSettings' || secretTypeFields.some((name) => name === field);
}

type Texts = Record<(typeof TEXT_FIELDS)[number] | (typeof secretTypeFields)[number], string>;
type Flags = Record<(typeof FLAG_FIELDS)[number], boolean>;

export interface TypeValues extends Texts, Flags {
  name: string;
  category: string;
  visibility: ConnectorType['visibility'];
  authorizationType: ConnectorType['authorizationType'];
  openApiDocument: ConnectorType['openApiDocument'];
  logo: ConnectorType['logo'];
  connection: ConnectionSettings;
  /** Settings of the authorization type's scheme, by name. */
  authorizationSettings: Record<string, string>;
}

/** @param type null for a new one */
export function toFormValues(type: ConnectorType | null): TypeValues {
  const texts = Object.fromEntries([...TEXT_FIELDS, ...secretTypeFields].map((name) => [name, type?.[name] ?? ''])) as Texts;
  const flags = Object.fromEntries(FLAG_FIELDS.map((name) => [name, type?.[name] ?? false])) as Flags;
  return {
    ...texts,
    ...flags,
    name: type?.name ?? '',
    category: type?.additionalData.Category ?? '',
    visibility: type?.visibility ?? 'User',
    authorizationType: type?.authorizationType ?? 'OAuth',
    openApiDocument: type?.openApiDocument ?? null,
    logo: type?.logo ?? null,
    connection: type?.additionalData.connection ?? {},
    authorizationSettings: type?.additionalData.connection?.authorizationSettings ?? {},
  };
}

/** The changes to send. A secret that still shows its dots was not touched; an emptied one is removed (spec CONN-50). */
export function buildRequestBody(values: TypeValues, initial: TypeValues): ConnectorTypeBody {
  const { category, connection, authorizationSettings, openApiDocument, logo, ...fields } = values;
  const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, values[name].trim() || null]));
  const secrets = Object.fromEntries(secretTypeFields.map((name) => [name, values[name] === MASKED_SECRET ? null : values[name]]));
  const settings = withoutEmpty({ ...connection, authorizationSettings: pickUsedSettings(values) });
  return {
    ...fields,
    // Leaves out fields that weren't changed here: they may have been changed elsewhere (in the Api Editor, in another tab).
    ...(isSameFile(openApiDocument, initial.openApiDocument) ? {} : { openApiDocument }),
    ...(isSameFile(logo, initial.logo) ? {} : { logo }),
    ...texts,
    ...secrets,
    name: values.name.trim(),
    additionalData: {
      ...(category.trim() ? { Category: category.trim() } : {}),
      ...(Object.keys(settings).length > 0 ? { connection: settings } : {}),
    },
  } as ConnectorTypeBody;
}

/** Removes the values of a scheme that is no longer chosen. */
function pickUsedSettings({ authorizationType, connection, authorizationSettings }: TypeValues): Record<string, string> {
  const types = [authorizationType, ...(connection.authorizationTypes ?? [])];
  const names = types.flatMap((type) => authSchemes[type].settings.map(({ name }) => name));
  return Object.fromEntries(Object.entries(authorizationSettings).filter(([name, value]) => names.includes(name) && value.trim() !== ''));
}

export function settingProblems({ authorizationType, authorizationSettings }: TypeValues): Record<string, string> {
  const names = authSchemes[authorizationType].settings.map(({ name }) => name);
  const own = Object.fromEntries(Object.entries(authorizationSettings).filter(([name]) => names.includes(name)));
  const problems = schemeSettingProblems([authorizationType], { authorizationSettings: own });
  return Object.fromEntries(problems.map(({ name, message }) => [name, message]));
}

function isSameFile(left: TypeValues['logo'], right: TypeValues['logo']): boolean {
  return left?.fileStorageId === right?.fileStorageId;
}

function withoutEmpty(connection: ConnectionSettings): ConnectionSettings {
  const entries = Object.entries(connection).map(([name, value]) => [name, Array.isArray(value) ? value.filter(isFilled) : value] as const);
  return Object.fromEntries(entries.filter(([, value]) => isFilled(value))) as ConnectionSettings;
}

function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.values(value).some(isFilled);
}

/** Whether the form has an OAuth part (spec CTYPE-09). */
export function hasAuthorizationForm({ authorizationType, connection }: Pick<TypeValues, 'authorizationType' | 'connection'>): boolean {
  return usesClient(authorizationType, connection);
}

/** Required fields; OAuth fields only if the form shows them (spec CTYPE-08, CTYPE-09). */
export function rulesFor(values: TypeValues): FieldRules<TypeValues> {
  const { connection, authorizationType } = values;
  const need = (displayName: string, required = true) => ({ displayName, required, requiredMessage: requiredMessage(displayName) });
  const isOAuth = hasAuthorizationForm(values);
  const isAsking = asksPerson(authorizationType, connection);
  return {
    name: need('Name'),
    baseUrl: need('Base Url', !connection.baseUrlMember),
    visibility: need('Visibility'),
    authUrl: need('Authorization Url', isAsking),
    clientId: need('Client Id', isAsking),
    clientSecret: need('Client Secret', isAsking && connection.tokenAuthMethod !== 'none'),
    tokenUrl: need('Token Url', isOAuth),
    authorizationSettings: { validate: (_, all) => Object.values(settingProblems(all))[0] },
    requestTokenUrl: need('Request Token Url', isOAuth && authSchemes[authorizationType].signIn === 'oauth1'),
  };
}
