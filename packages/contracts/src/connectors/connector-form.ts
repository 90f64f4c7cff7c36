/** Fields of a connector that a form asks for; `customOptions.x` lies inside `customOptions` (spec CONN-18, CONN-19). */
export type ConnectorField =
  | 'name'
  | 'slug'
  | 'username'
  | 'password'
  | 'apiKey'
  | 'accessToken'
  | 'accessTokenSecret'
  | 'clientId'
  | 'clientSecret'
  | `customOptions.${string}`;

export interface RequiredField {
  field: ConnectorField;
  /** What stands above the field. */
  label: string;
  /** What is said while it is empty. */
  message: string;
}

/** Spec CONN-36..45: kinds of types that ask for fields of their own; `Default` asks by the authorization type alone. */
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

/** Spec CONN-50: what stands in place of a secret that is there. */
export const MASKED_SECRET = '•'.repeat(20);

/** Fields whose values nobody is shown again. */
export const secretConnectorFields = [
  'password',
  'apiKey',
  'accessToken',
  'accessTokenSecret',
  'clientSecret',
  'refreshToken',
  'auxiliaryTokens',
  'customOptions.merge::token',
  'customOptions.uapi::token',
] as const;

const asked = (field: ConnectorField, label: string, message = `Please input ${label}`): RequiredField => ({ field, label, message });

/** What each kind asks for beyond the name; null: what the authorization type asks for. */
const fieldsOfForm: Record<ConnectorForm, readonly RequiredField[] | null> = {
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
    asked('customOptions.merge::token', 'Linked Account Token', 'Please enter existing Linked Account Token'),
    asked('customOptions.uapi::token', 'User Public Account Token (UAPI)'),
  ],
};

export interface ConnectorFormType {
  /** `additionalData.connection.form` of the type. */
  form?: string | null | undefined;
  needSlug: boolean;
}

/**
 * What a connector of a type must have, with the words of the specification (CONN-30..45).
 *
 * @param authorizationType of the connector; null: the type has none, or it is not chosen yet.
 */
export function requiredConnectorFields(type: ConnectorFormType, authorizationType: string | null): readonly RequiredField[] {
  const own = fieldsOfForm[formOf(type)];
  const name = asked('name', 'Name', 'Please input connector name');
  const slug = type.needSlug && !own?.some(({ field }) => field === 'slug') ? [asked('slug', 'Slug', 'Please enter Slug')] : [];
  return [name, ...slug, ...(own ?? fieldsOfAuthorization(authorizationType))];
}

export function formOf({ form }: Pick<ConnectorFormType, 'form'>): ConnectorForm {
  return connectorForms.find((known) => known === form) ?? 'Default';
}

function fieldsOfAuthorization(authorizationType: string | null): readonly RequiredField[] {
  switch (authorizationType) {
    case 'ApiKey':
      return [asked('apiKey', 'Token', 'Please input token')];
    case 'Basic':
      return [
        asked('username', 'Username', 'Please input username'),
        asked('password', 'Password or ApiKey', 'Please input Password or ApiKey'),
      ];
    default:
      return [];
  }
}
