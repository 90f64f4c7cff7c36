import {
  type AddressPart,
  type AskedField,
  addressPart,
  asked,
  authorizationTypes,
  authSchemes,
  type ConnectorField,
  findAddressPart,
  isAuthorizationType,
  namesInBraces,
} from '@portage/connectors/authorization';
import { readMailAddress } from '@portage/primitives/mail-address';

/** Spec CONN-36..45: kinds of types with their own required fields; `Default` follows only the authorization type. */
export const connectorForms = [
  'Default',
  'ManualOAuth',
  'Twilio',
  'ShopifyPrivate',
  'Mindbody',
  'Shopify',
  'Database',
  'Sunwave',
  'TableDatabase',
  'Aggregation',
] as const;
export type ConnectorForm = (typeof connectorForms)[number];

/** Spec CONN-37, duplicate kept. */
export const DEFAULT_ENTITIES = 'Customer, SalesOrder, Invoice, InventoryItem, Invoice';

/** Spec CONN-50: shown instead of a stored secret. */
export const MASKED_SECRET = '•'.repeat(20);

const ownSecretFields = [
  'password',
  'apiKey',
  'accessToken',
  'accessTokenSecret',
  'clientSecret',
  'refreshToken',
  'auxiliaryTokens',
  'customOptions.merge::token',
  'customOptions.uapi::token',
  /** For a staff member whose rights some calls need (Mindbody). */
  'customOptions.staff::password',
  /** For a webhook that was set up by hand (docs/openapi-documents.md, "Events"). */
  'customOptions.webhook::secret',
] as const;

/** Fields whose values are never shown again. Storage, responses, forms and the redaction of runs derive from this list. */
export const secretConnectorFields: readonly string[] = [
  ...new Set<string>([...ownSecretFields, ...authorizationTypes.flatMap((type) => authSchemes[type].secretFields)]),
];

/** Columns of a connector that aren't secret. */
const OPEN_FIELDS: readonly string[] = ['slug', 'username', 'clientId', 'realmId'];

/** Whether a connector's field is secret. An unknown field is, unless it is an option that the list doesn't name. */
export function isSecretConnectorField(name: string): boolean {
  if (secretConnectorFields.includes(name)) return true;
  return !OPEN_FIELDS.includes(name) && !name.startsWith('customOptions.');
}

/** Whether a type expects an e-mail address in the field; only the field's name shows it. */
export function isEmailConnectorField(name: string): boolean {
  return name.startsWith('customOptions.') && /e-?mail(_?address)?$/i.test(name);
}

/** What is wrong with an entered value, in words for its field; undefined: nothing that can be checked here. */
export function connectorValueProblem(
  { field, label, addressPlace }: Pick<AskedField, 'field' | 'label' | 'addressPlace'>,
  value: string,
): string | undefined {
  const text = isSecretConnectorField(field) ? value : value.trim();
  if (text === '' || text === MASKED_SECRET) return undefined;
  if (isEmailConnectorField(field) && !readMailAddress(text)) {
    return `${label} must be an e-mail address, such as name@example.com`;
  }
  if (!addressPlace || addressPart(text, addressPlace) !== null) return undefined;
  return `${label} becomes part of the system’s address: ${ADDRESS_RULES[addressPlace]}`;
}

const ADDRESS_RULES: Readonly<Record<AddressPart, string>> = {
  host: 'use letters, digits, hyphens and dots, and begin and end with a letter or digit',
  path: 'use letters, digits, hyphens, dots, underscores and ~',
};

/** The fields of each kind besides the name; null: the fields of the authorization type. */
const fieldsOfForm: Record<ConnectorForm, readonly AskedField[] | null> = {
  Default: null,
  ManualOAuth: [
    asked('clientId', 'Client Id'),
    asked('clientSecret', 'Client Secret'),
    asked('accessToken', 'Token Id'),
    asked('accessTokenSecret', 'Token Secret'),
    asked('customOptions.entitiesList', 'Entities'),
    asked('customOptions.accountId', 'AccountId'),
  ],
  Twilio: [asked('username', 'AccountSid'), asked('apiKey', 'ApiKey')],
  ShopifyPrivate: [
    asked('slug', 'Shopify Store Name', 'Please enter Shopify Store Name'),
    asked('apiKey', 'ApiKey'),
    asked('password', 'Password'),
  ],
  Mindbody: [asked('password', 'Password'), asked('slug', 'SiteId')],
  Shopify: [asked('slug', 'Shopify Store Name', 'Please enter Shopify Store Name')],
  Database: [
    asked('slug', 'Database', 'Please enter Database'),
    asked('username', 'Username', 'Please input username'),
    asked('password', 'Password', 'Please input Password or ApiKey'),
  ],
  Sunwave: [asked('username', 'Clinic Id'), asked('password', 'Private Key'), asked('customOptions.clientId', 'Client Id')],
  TableDatabase: [
    asked('apiKey', 'Token', 'Please input token'),
    asked('slug', 'Base Id'),
    asked('customOptions.tableNames', 'Table Names'),
  ],
  Aggregation: [
    // An account is linked with one service or the other.
    {
      ...asked('customOptions.merge::token', 'Linked Account Token', 'Please enter existing Linked Account Token'),
      orField: 'customOptions.uapi::token',
    },
  ],
};

/** Spec CONN-45: the token that the widget of the universal API gives. */
export const UAPI_TOKEN_LABEL = 'User Public Account Token (UAPI)';

export interface ConnectorFormType {
  /** `additionalData.connection.form` of the type. */
  form?: string | null | undefined;
  needSlug: boolean;
  /** Values of the headers and query parameters that the type adds to its calls, with `{field}` for fields of the connector. */
  authTemplates?: readonly string[] | undefined;
  /** Its addresses, likewise. */
  addresses?: readonly string[] | undefined;
  /** What its scheme signs, likewise. */
  signedTexts?: readonly string[] | undefined;
  /** Values of a token request: a refresh token among them was created at the system and is entered by hand (Amazon). */
  tokenTexts?: readonly string[] | undefined;
  /** False: the type has no OAuth client of its own, so each connector brings one. */
  hasClient?: boolean | undefined;
  /** False: such a client has no secret. */
  hasClientSecret?: boolean | undefined;
}

/** The properties of a connector type that determine its connectors' fields. */
export interface ConnectorFormSettings {
  needSlug: boolean;
  baseUrl: string | null;
  sandboxBaseUrl: string | null;
  authUrl: string | null;
  tokenUrl: string | null;
  clientId: string | null;
  additionalData: {
    connection?:
      | {
          form?: string | undefined;
          authParameters?: readonly { template: string }[] | undefined;
          grantType?: string | undefined;
          tokenParameters?: Readonly<Record<string, string>> | undefined;
          tokenAuthMethod?: string | undefined;
          authorizationSettings?: Readonly<Record<string, string>> | undefined;
          login?: { body: Readonly<Record<string, string>> } | undefined;
        }
      | undefined;
  };
}

export function connectorFormType(settings: ConnectorFormSettings): ConnectorFormType {
  const { connection = {} } = settings.additionalData;
  const { authParameters = [], form, tokenAuthMethod, login, authorizationSettings = {}, grantType, tokenParameters = {} } = connection;
  return {
    form,
    needSlug: settings.needSlug,
    // A person doesn't enter a token that comes from a login.
    authTemplates: authParameters.map(({ template }) => template).filter((template) => !(login && template.includes('{accessToken}'))),
    addresses: [settings.baseUrl, settings.sandboxBaseUrl, settings.authUrl, settings.tokenUrl].filter((url) => url !== null),
    signedTexts: Object.values(authorizationSettings),
    // No person signs in at the system, so no value of the token request can come from there.
    tokenTexts: grantType === 'client_credentials' ? Object.values(tokenParameters) : [],
    hasClient: settings.clientId !== null,
    hasClientSecret: tokenAuthMethod !== 'none',
  };
}

/**
 * The required fields of a type's connector, in the specification's words (CONN-30..45).
 *
 * @param authorizationType the connector's; null: the type has none, or it isn't chosen yet.
 */
export function requiredConnectorFields(type: ConnectorFormType, authorizationType: string | null): readonly AskedField[] {
  const own = fieldsOfForm[getConnectorForm(type)];
  const { authTemplates = [], addresses = [], signedTexts = [] } = type;
  const fields = [asked('name', 'Name', 'Please input connector name')];
  const add = (more: readonly AskedField[]) => {
    for (const one of more) if (!fields.some(({ field }) => field === one.field)) fields.push(one);
  };
  if (type.needSlug && !own?.some(({ field }) => field === 'slug')) add([slugField]);
  const scheme = isAuthorizationType(authorizationType) ? authSchemes[authorizationType] : null;
  add(own ?? (!scheme || scheme.isReplacedBy(authTemplates) ? [] : scheme.fields));
  const hasSignIn = scheme !== null && scheme.signIn !== null;
  if (hasSignIn && type.hasClient === false) {
    add([asked('clientId', 'Client Id'), ...(type.hasClientSecret === false ? [] : [asked('clientSecret', 'Client Secret')])]);
  }
  const named = fieldsNamedIn([...authTemplates, ...addresses, ...signedTexts]).map((one) =>
    one.field === 'apiKey' && getConnectorForm(type) === 'Aggregation' ? aggregationKey : one,
  );
  add(hasSignIn ? named.filter(({ field }) => !GIVEN_BY_SYSTEM.has(field)) : named);
  add(fieldsNamedIn(type.tokenTexts ?? []));
  return fields.map((one) => {
    const addressPlace = findAddressPart(one.field, addresses);
    return addressPlace ? { ...one, addressPlace } : one;
  });
}

const slugField = asked('slug', 'Slug', 'Please enter Slug');
/** Next to the tokens of linked accounts, "Token" would be ambiguous (spec CONN-32). */
const aggregationKey = asked('apiKey', 'ApiKey');

/** The user name and password that a type exchanges for a token, if the connector has them: entered together, or not at all. */
export function loginFields({ additionalData }: Pick<ConnectorFormSettings, 'additionalData'>): readonly AskedField[] {
  const { form, login } = additionalData.connection ?? {};
  const staff = form === 'Mindbody' ? 'Staff ' : '';
  const isSecret = ({ field }: AskedField) => Number(isSecretConnectorField(field));
  // The name first, then the password: stored values have lost their order.
  const fields = fieldsNamedIn(Object.values(login?.body ?? {})).sort((a, b) => isSecret(a) - isSecret(b));
  return fields.map(({ field }) => {
    const words = /password/i.test(field)
      ? 'Password'
      : field === 'username'
        ? 'Username'
        : formatFieldName(field.replace('customOptions.', ''));
    return asked(field, `${staff}${words}`);
  });
}

/** Values that come with an authorization. */
const GIVEN_BY_SYSTEM = new Set<ConnectorField>(['accessToken', 'accessTokenSecret', 'refreshToken', 'realmId']);
/** Values to choose once a connector is connected (spec CONN-53, CONN-56). */
const CHOSEN_LATER = new Set<string>(['customOptions.tenantId', 'customOptions.locationId']);

const fieldsByName: Partial<Record<string, AskedField>> = {
  slug: slugField,
  username: asked('username', 'Username', 'Please input username'),
  password: asked('password', 'Password'),
  apiKey: asked('apiKey', 'Token', 'Please input token'),
  accessToken: asked('accessToken', 'Access Token'),
  accessTokenSecret: asked('accessTokenSecret', 'Token Secret'),
  refreshToken: asked('refreshToken', 'Refresh Token'),
  clientId: asked('clientId', 'Client Id'),
  clientSecret: asked('clientSecret', 'Client Secret'),
  realmId: asked('realmId', 'Realm Id'),
};

/** The connector's fields that appear in braces in a type's texts. */
function fieldsNamedIn(templates: readonly (string | null | undefined)[]): AskedField[] {
  return namesInBraces(templates).flatMap((name) => {
    if (name.startsWith('customOptions.') && !CHOSEN_LATER.has(name)) {
      return [asked(name as ConnectorField, formatFieldName(name.slice('customOptions.'.length)))];
    }
    const known = Object.hasOwn(fieldsByName, name) ? fieldsByName[name] : undefined;
    return known ? [known] : [];
  });
}

/** `accountId` is "Account Id". */
function formatFieldName(name: string): string {
  const words = name.replaceAll(/[:_.-]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function getConnectorForm({ form }: Pick<ConnectorFormType, 'form'>): ConnectorForm {
  return connectorForms.find((known) => known === form) ?? 'Default';
}
