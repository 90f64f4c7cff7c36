import type { AuthorizationType } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';
import { users } from './users.ts';

/** Whether only its owner or every user sees a type (spec CTYPE-06). */
export const connectorTypeVisibilities = ['User', 'AllUsers'] as const;
export type ConnectorTypeVisibility = (typeof connectorTypeVisibilities)[number];

/** Spec CTYPE-05: where an uploaded file is stored. */
export interface FileLocation {
  fileName: string;
  fileStorageId: string;
  storageType: string;
}

/**
 * A header or query parameter of every call, or a value that fills a gap in an operation: an empty member of its JSON body, or a part of
 * its path that says `{name}`. `template` is a text with fields of the connector in braces: `Bearer {apiKey}`.
 */
export interface AuthParameter {
  in: 'header' | 'query' | 'body' | 'path';
  name: string;
  template: string;
}

/** How a response shows something that its status doesn't; every given member must match. */
export interface ResponseSign {
  status?: number;
  /** Dotted path into a JSON body: `errors.0.extensions.code`. */
  path?: string;
  equals?: string;
  /** Anywhere in the body's text. */
  contains?: string;
  /** The body is not JSON. */
  isText?: true;
}

/** Settings beyond the specification: how the system's calls are authorised, tested and paced. */
export interface ConnectionSettings {
  /** Which fields a connector of this type needs (spec CONN-35..45). */
  form?:
    | 'Default'
    | 'ManualOAuth'
    | 'Twilio'
    | 'ShopifyPrivate'
    | 'Mindbody'
    | 'Shopify'
    | 'Database'
    | 'Sunwave'
    | 'TableDatabase'
    | 'Aggregation';
  authParameters?: AuthParameter[];
  /** Hosts besides the base URL's that may receive the credential. */
  allowedHosts?: string[];
  /** `failureSigns`: how a response with a good status shows that the call was refused. */
  healthCheck?: { method: 'GET' | 'HEAD' | 'POST'; path: string; body?: string; failureSigns?: ResponseSign[] };
  /** The credential has expired, although the status is not 401. */
  expirySigns?: ResponseSign[];
  /** The rate limit was hit, although the status is not 429. */
  rateLimitSigns?: ResponseSign[];
  grantType?: 'authorization_code' | 'client_credentials';
  /** Extra members of the token request, or other values for the usual ones; with fields of the connector in braces. */
  tokenParameters?: Record<string, string>;
  /** Headers of the token request, with fields of the connector in braces. */
  tokenHeaders?: Record<string, string>;
  /**
   * Exchanges a user name and password of the connector for a token, below the base address, where they are entered. `body` has fields of
   * the connector in braces; `tokenHeaders` are sent along.
   */
  login?: { path: string; body: Record<string, string>; tokenPath?: string; expiresInPath?: string };
  /**
   * Exchanges the token for a narrower one, below the base address, before calls use it (Booker's token of a location). `query` has fields
   * of the connector in braces; while one of them is empty, calls use the first token. `tokenHeaders` are sent along.
   */
  tokenExchange?: { path: string; query: Record<string, string>; tokenPath?: string };
  /** Extra parameters of the authorization address. */
  authorizationParameters?: Record<string, string>;
  /** How the client identifies itself (RFC 6749 2.3.1); default `client_secret_post`, which most systems accept. */
  tokenAuthMethod?: 'client_secret_basic' | 'client_secret_post' | 'none';
  /** Ways to authorise a connector besides the type's own; absent: those of `authorizationWays` (contracts). */
  authorizationTypes?: AuthorizationType[];
  /** What the scheme of the authorization type needs from the type, by name (packages/connectors/src/authorization/schemes). */
  authorizationSettings?: Record<string, string>;
  /** Member of the token response that is the base URL (Salesforce `instance_url`). */
  baseUrlMember?: string;
  /** Parameter of the callback that belongs to the connector (QuickBooks `realmId`). */
  realmIdParameter?: string;
  /** RFC 5849 3.4; default HMAC-SHA1. */
  signatureMethod?: 'HMAC-SHA1' | 'HMAC-SHA256';
  /** Where a person ends the connection at the system once the connector is deleted (spec CONN-22); `{slug}` is the connector's. */
  disconnectUrl?: string;
}

export interface ConnectorTypeAdditionalData {
  Category?: string;
  connection?: ConnectionSettings;
}

/** Spec CTYPE-05, CTYPE-06, without the secrets. */
export interface ConnectorTypeSettings {
  label: string | null;
  requestTokenUrl: string | null;
  authUrl: string | null;
  tokenUrl: string | null;
  clientId: string | null;
  webhookType: string | null;
  baseUrl: string | null;
  authorizationType: AuthorizationType;
  tokenRequestContentType: string | null;
  sandboxRequestTokenUrl: string | null;
  sandboxAuthUrl: string | null;
  sandboxTokenUrl: string | null;
  sandboxClientId: string | null;
  sandboxBaseUrl: string | null;
  needSlug: boolean;
  hasCustomParameters: boolean;
  hasSandboxOption: boolean;
  scope: string | null;
  callbackUrlRoot: string | null;
  additionalData: ConnectorTypeAdditionalData;
}

/** Sealed texts by field name (SecretBox). */
export type SealedFields = Record<string, string>;

export const connectorTypes = pgTable(
  'connector_types',
  {
    /** A short name for types that come with Portage, otherwise a UUID. */
    id: text('id').primaryKey(),
    /** Its owner; null for types that come with Portage. */
    userId: ownerId('user_id').references(() => users.id),
    isSystem: boolean('is_system').notNull().default(false),
    name: text('name').notNull(),
    visibility: text('visibility').$type<ConnectorTypeVisibility>().notNull().default('User'),
    isHiddenForNewConnectors: boolean('is_hidden_for_new_connectors').notNull().default(false),
    subscriptionRequired: boolean('subscription_required').notNull().default(false),
    settings: jsonb('settings').$type<ConnectorTypeSettings>().notNull(),
    /** clientSecret, sandboxClientSecret, webhookVerificationToken. */
    secrets: jsonb('secrets').$type<SealedFields>().notNull().default({}),
    openApiDocument: jsonb('open_api_document').$type<FileLocation>(),
    logo: jsonb('logo').$type<FileLocation>(),
    createdAt: instant('created_at').notNull(),
    lastUpdatedAt: instant('last_updated_at').notNull(),
    isDeleted: boolean('is_deleted').notNull().default(false),
  },
  (table) => [index('connector_types_name').on(sql`lower(${table.name})`).where(sql`not ${table.isDeleted}`)],
);

export type ConnectorTypeRow = typeof connectorTypes.$inferSelect;
export type NewConnectorTypeRow = typeof connectorTypes.$inferInsert;
