import type { ConnectionObjectRpc, EgressRpc, EventObjectRpc, QuotaObjectRpc, RunShardRpc, ScheduleObjectRpc } from '@portage/contracts';
import type { DatabaseEnv } from '@portage/database';

/** The bindings and variables of this Worker; wrangler.jsonc and `local/` set them. */
export interface Env extends DatabaseEnv, PublicConfigurationEnv, AppsEnv, AssistantEnv, BillingEnv {
  RUN_SHARDS: DurableObjectNamespace<RunShardRpc & Rpc.DurableObjectBranded>;
  /** By workflow id. */
  SCHEDULES: DurableObjectNamespace<ScheduleObjectRpc & Rpc.DurableObjectBranded>;
  /** By user id; called only if the user has a quota. */
  QUOTAS: DurableObjectNamespace<QuotaObjectRpc & Rpc.DurableObjectBranded>;
  /** By connector id. */
  CONNECTIONS: DurableObjectNamespace<ConnectionObjectRpc & Rpc.DurableObjectBranded>;
  /** By workflow id. */
  EVENTS: DurableObjectNamespace<EventObjectRpc & Rpc.DurableObjectBranded>;
  /** The only way to outside systems. */
  EGRESS: EgressRpc;
  /** Uploaded files, and what was read from documents. */
  FILES: R2Bucket;
  /** Versions of areas, under `mfe/<area>/<version>/`; the shell reads them. */
  AREA_BUCKET: R2Bucket;
  /** The published area registry; the shell reads it. */
  REGISTRY: KVNamespace;
  /** Who may deploy by command: `name:token` or `name:token:area+area`, comma-separated. A secret. */
  DEPLOY_TOKENS?: string;
  /** How many people a new version must fail for before it is rolled back; default 3. */
  FALLBACK_MIN_USERS?: string;
  /** Minimum days that versions of areas are kept; default 7. */
  KEEP_VERSIONS_DAYS?: string;
  /** Seals connectors' secrets: `id:key`, comma-separated, the current one first. */
  CONNECTOR_KEYS: string;
  /** At least 32 characters; signs access tokens. */
  TOKEN_SECRET: string;
  /** After a change, the old secret, for as long as tokens it signed may live (15 minutes). */
  TOKEN_SECRET_PREVIOUS?: string;
  /** Origin that people see, without a trailing slash; default: the request's own. */
  PUBLIC_ORIGIN?: string;
  /** Origin only for webhooks, without a trailing slash; default: webhooks share the product's. */
  WEBHOOK_ORIGIN?: string;
  /** Days that steps of finished runs are kept; unused versions are kept as long. */
  STEP_DATA_DAYS?: string;
  /** Local only: the socket address of every caller. The call's own claim (`cf-connecting-ip`) is then ignored. */
  CALLER_ADDRESS?: string;
  /** On a server of one's own: whose `X-Forwarded-For` is believed, as addresses and networks. Replaces `CALLER_ADDRESS`. */
  TRUSTED_PROXIES?: string[];
  /** On a server of one's own without an admin: `hash:expiresAtMs` of the link that creates one. */
  FIRST_ADMIN_LINK?: string;
  /** Local only: the systems that are simulated, as JSON (`SimulatedSystems`). */
  SIMULATORS?: string;
  /** Local outbox: POST /messages. */
  MAIL?: Fetcher;
  /** Deployed: an HTTP mail API that accepts the same message, with a bearer key. */
  MAIL_API_URL?: string;
  MAIL_API_KEY?: string;
  MAIL_FROM?: string;
}

/** Spec API-03: settings for the browser; missing ones are sent as null. */
interface PublicConfigurationEnv {
  SEGMENT_ANALYTICS_WRITE_KEY?: string;
  API_PANDA_WIDGET_URL?: string;
  PLAID_PUBLIC_KEY?: string;
  PLAID_ENVIRONMENT?: string;
  PLAID_LINK_URL?: string;
  STRIPE_PUBLISHABLE_KEY?: string;
  APP_INSIGHTS_INSTRUMENTATION_KEY?: string;
  CHAT_WIDGET_URL?: string;
  /** https; the sign-up page links to it. */
  TERMS_URL?: string;
}

/** Apps that are installed or linked (spec API-112..122); one that isn't set up responds with the missing variable. */
interface AppsEnv {
  /** Connector types for the apps' connectors; default: the built-in ones. */
  SHOPIFY_CONNECTOR_TYPE_ID?: string;
  SHOPIFY_GIFT_CARD_CONNECTOR_TYPE_ID?: string;
  PLAID_CONNECTOR_TYPE_ID?: string;
  /** Overrides the Plaid type's address for PLAID_ENVIRONMENT. */
  PLAID_API_URL?: string;
  /** An aggregation service with Merge's API, up to the part `/integrations`; default: Merge itself. */
  AGGREGATION_API_URL?: string;
  AGGREGATION_API_KEY?: string;
}

/** Billing with Stripe; a Portage without the key has no billing. */
interface BillingEnv {
  /** `sk_test_…`, `rk_live_…`: a secret. */
  STRIPE_SECRET_KEY?: string;
  /** `whsec_…` of the webhook endpoint: a secret. */
  STRIPE_WEBHOOK_SECRET?: string;
  /** Local only: address of the simulated Stripe. */
  STRIPE_SIMULATOR_URL?: string;
  /** https; replaces Portage's billing page for everyone. */
  CUSTOM_BILLING_URL?: string;
}

/** The script assistant: any server with OpenAI's API. Without either it isn't set up. */
interface AssistantEnv {
  /** Up to the part `/chat/completions`; default: OpenAI itself. A private address must be in EGRESS_ALLOW. */
  OPENAI_BASE_URL?: string;
  /** A secret. A self-hosted server may need none. */
  OPENAI_API_KEY?: string;
}
