import {
  type AskedField,
  type ConnectorField,
  type ConnectorForm as ConnectorFormKind,
  connectorFormType,
  DEFAULT_ENTITIES,
  getConnectorForm,
  isSecretConnectorField,
  loginFields,
  MASKED_SECRET,
  requiredConnectorFields,
  UAPI_TOKEN_LABEL,
} from '@portage/contracts';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import type { AuthorizationType, Connector, ConnectorType } from '../connectors/api-types.ts';
import { slugEnding, slugHint } from './slug.ts';

/** All values as text, by field name; `useSandbox` is `true` or empty. */
export type ConnectorValues = Record<string, string>;

export interface ShownField {
  field: ConnectorField;
  label: string;
  isSecret: boolean;
  isRequired: boolean;
  message: string;
  orField?: ConnectorField;
  addressPlace?: NonNullable<AskedField['addressPlace']>;
  hint?: string;
  /** The text after the value in the system's address. */
  ending?: string;
  /** Not typed, but filled in another way. */
  isHidden?: true;
}

const OPTIONS = 'customOptions.';
/** Verifies calls of events that a person set up (docs/openapi-documents.md, "Events"). */
const WEBHOOK_SECRET = 'customOptions.webhook::secret';
const HINTS: Partial<Record<ConnectorField, string>> = {
  'customOptions.tableNames': 'Comma separated',
  'customOptions.entitiesList': 'Comma separated',
  [WEBHOOK_SECRET]: 'Only for webhooks that you set up in the system yourself: the secret that signs their calls',
};
const STORE_HINT = 'The name in your store’s address; you can paste the whole address';
/** The specification's hints, in each system's own terms (spec CONN-39, CONN-40). */
const HINTS_OF_FORM: Partial<Record<ConnectorFormKind, Partial<Record<ConnectorField, string>>>> = {
  Mindbody: {
    password: 'The API key of your Mindbody developer account',
    slug: 'The site number; -99 is Mindbody’s test site',
    username: 'Clients, appointments and sales can only be read with the rights of a staff member; leave both empty otherwise',
  },
  Shopify: { slug: STORE_HINT },
  ShopifyPrivate: {
    slug: STORE_HINT,
    apiKey: 'The API key of your custom app',
    password: 'The Admin API access token of your custom app (shpat_…)',
    [WEBHOOK_SECRET]: 'The API secret key of your custom app, which Shopify signs its calls with. Only events need it',
  },
};
/** Portage registers all webhooks of these types itself or polls their events, so a person has no secret to enter. */
const WITHOUT_WEBHOOK_SECRET: readonly string[] = [
  ...['system-airtable', 'system-github', 'system-hubspot', 'system-mindbody', 'system-quickbooks', 'system-sendgrid'],
  ...['system-shopify', 'system-stripe', 'system-twilio'],
];

/** Values of the form that aren't about the connector's system. */
const OPEN_VALUES: readonly string[] = ['name', 'description', 'connectorTypeId', 'authorizationType', 'useSandbox'];

/** The values to store when the session ends: no secrets. Each application has its own fields, so any name is accepted. */
export const storableConnectorFields = {
  isSecret: (field: string) => !OPEN_VALUES.includes(field) && isSecretConnectorField(field),
  takes: () => true,
};

/** The fields of a connector besides its name and description (spec CONN-32..45). */
export function shownFields(type: ConnectorType | undefined, authorizationType: AuthorizationType | '' | null): ShownField[] {
  if (!type) return [];
  const fields = requiredConnectorFields(connectorFormType(type), authorizationType || null)
    .filter(({ field }) => field !== 'name')
    .map((one) => shown(one, !one.orField, type));
  for (const one of loginFields(type)) if (!fields.some(({ field }) => field === one.field)) fields.push(shown(one, false, type));
  if (namesTenant(type)) fields.push(hidden('customOptions.tenantId'));
  if (takesWebhookSecret(type)) {
    fields.push(shown({ field: WEBHOOK_SECRET, label: 'Webhook Secret', message: '' }, false, type));
  }
  if (getConnectorForm(type.additionalData.connection ?? {}) !== 'Aggregation') return fields;
  const message = `Please input ${UAPI_TOKEN_LABEL}`;
  const token = shown({ field: 'customOptions.uapi::token', label: UAPI_TOKEN_LABEL, message }, false, type);
  return [...fields, token, hidden('customOptions.uapi::type')];
}

/** Spec CONN-53: one of the account's organizations is chosen once the connector is connected. */
export function namesTenant(type: ConnectorType): boolean {
  return listAuthTemplates(type).some((template) => template.includes('{customOptions.tenantId}'));
}

/** Spec CONN-56: one of the business's locations is chosen once the connector is connected. */
export function namesLocation(type: ConnectorType): boolean {
  return type.id === 'system-booker' || listAuthTemplates(type).some((template) => template.includes('{customOptions.locationId}'));
}

function listAuthTemplates(type: ConnectorType): string[] {
  return (type.additionalData.connection?.authParameters ?? []).map(({ template }) => template);
}

function hidden(field: ConnectorField): ShownField {
  return { field, label: '', message: '', isSecret: false, isRequired: false, isHidden: true };
}

/** Whether events are verified with a secret of the account's own app (docs/openapi-documents.md, "Events"). */
function takesWebhookSecret({ id, webhookType }: ConnectorType): boolean {
  return Boolean(webhookType) && !WITHOUT_WEBHOOK_SECRET.includes(id);
}

function shown({ field, label, message, orField, addressPlace }: AskedField, isRequired: boolean, type: ConnectorType): ShownField {
  const hint =
    HINTS_OF_FORM[getConnectorForm(type.additionalData.connection ?? {})]?.[field] ??
    HINTS[field] ??
    (field === 'slug' ? slugHint(type) : null);
  const ending = field === 'slug' ? slugEnding(type) : null;
  const isSecret = isSecretConnectorField(field);
  return {
    field,
    label,
    message,
    isSecret,
    isRequired,
    ...withoutUndefined({ orField, addressPlace, hint: hint ?? undefined, ending: ending ?? undefined }),
  };
}

export function newValues(fields: Partial<ConnectorValues> = {}): ConnectorValues {
  return {
    name: '',
    description: '',
    authorizationType: '',
    useSandbox: '',
    'customOptions.entitiesList': DEFAULT_ENTITIES,
    ...fields,
  } as ConnectorValues;
}

/** A stored connector's form values; a stored secret is 20 dots (spec CONN-50). */
export function toFormValues(connector: Connector, type: ConnectorType | undefined): ConnectorValues {
  const { customOptions, name, description, useSandbox, authorizationType, ...rest } = connector;
  const texts = Object.entries(rest).flatMap(([field, value]) => (typeof value === 'string' ? [[field, value]] : []));
  const options = Object.entries(customOptions).flatMap(([field, value]) => (typeof value === 'string' ? [[OPTIONS + field, value]] : []));
  return {
    ...Object.fromEntries(texts),
    ...Object.fromEntries(options),
    name,
    description: description ?? '',
    useSandbox: useSandbox ? 'true' : '',
    authorizationType: authorizationType ?? type?.authorizationType ?? '',
  };
}

/** The values for the API: only fields that the form shows; null for an untouched secret (spec CONN-50). */
export function buildRequestBody(values: ConnectorValues, fields: readonly ShownField[], stored: Connector | null) {
  const body: Record<string, string | null> = {};
  const customOptions: Record<string, string | null> = {};
  for (const { field, isSecret, isHidden } of fields) {
    const value = values[field] ?? '';
    if (isHidden && value === '') continue;
    const sent = isSecret && (value === MASKED_SECRET || (value === '' && !isStored(field, stored))) ? null : value;
    if (field.startsWith(OPTIONS)) customOptions[field.slice(OPTIONS.length)] = sent;
    else body[field] = sent;
  }
  const authorizationType = (values.authorizationType || null) as AuthorizationType | null;
  return {
    ...body,
    name: (values.name ?? '').trim(),
    description: values.description ?? '',
    ...(authorizationType ? { authorizationType } : {}),
    ...(Object.keys(customOptions).length > 0 ? { customOptions } : {}),
  };
}

type ConnectorBody = ReturnType<typeof buildRequestBody>;

/** The changes in a body, option by option, and its untouched secrets: another page may have saved the rest meanwhile. */
export function pickChanges({ customOptions = {}, ...body }: ConnectorBody, before: ConnectorBody): Partial<ConnectorBody> {
  const { customOptions: optionsBefore = {}, ...others } = before;
  const options = differing(customOptions, optionsBefore);
  return { ...differing<string | null>(body, others), ...(Object.keys(options).length > 0 ? { customOptions: options } : {}) };
}

function differing<Value>(values: Readonly<Record<string, Value>>, before: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => value === null || value !== before[field]));
}

function isStored(field: string, stored: Connector | null): boolean {
  if (!stored) return false;
  if (field.startsWith(OPTIONS)) return stored.customOptions[field.slice(OPTIONS.length)] === MASKED_SECRET;
  return new Map<string, unknown>(Object.entries(stored)).get(field) === MASKED_SECRET;
}

/** The new value of a secret after typing among its dots: only the typed characters. */
export function typedSecret(before: string, next: string): string {
  if (before !== MASKED_SECRET) return next;
  const dots = /^•+/.exec(next)?.[0].length ?? 0;
  return next.replaceAll('•', '') || (dots >= MASKED_SECRET.length ? before : '');
}
