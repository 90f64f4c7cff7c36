import type { ConnectionObjectRpc, EgressRpc, EventObjectRpc, QuotaObjectRpc, RunShardRpc, ScheduleObjectRpc } from '@portage/contracts';
import type { DatabaseEnv } from '@portage/database';

/** The bindings and variables of this Worker; wrangler.jsonc and `local/` set them. */
export interface Env extends DatabaseEnv, PublicConfigurationEnv, AppsEnv, AssistantEnv, BillingEnv {
  RUN_SHARDS: DurableObjectNamespace<RunShardRpc & Rpc.DurableObjectBranded>;
  /** By workflow id. */
  SCHEDULES: DurableObjectNamespace<ScheduleObjectRpc & Rpc.DurableObjectBranded>;
  /** By user id; asked only where the user has a quota. */
  QUOTAS: DurableObjectNamespace<QuotaObjectRpc & Rpc.DurableObjectBranded>;
  /** By connector id. */
  CONNECTIONS: DurableObjectNamespace<ConnectionObjectRpc & Rpc.DurableObjectBranded>;
  /** By workflow id. */
  EVENTS: DurableObjectNamespace<EventObjectRpc & Rpc.DurableObjectBranded>;
  /** The one way to the outside. */
  EGRESS: EgressRpc;
  /** Uploaded files, and what was read out of documents. */
  FILES: R2Bucket;
  /** Versions of areas, below `mfe/<area>/<version>/`; the shell reads them. */
  AREA_BUCKET: R2Bucket;
  /** The published registry of areas; the shell reads it. */
  REGISTRY: KVNamespace;
  /** Who may deploy by command: `name:token` or `name:token:area+area`, comma-separated. A secret. */
  DEPLOY_TOKENS?: string;
  /** People for whom a new version fails before it is taken back; left out, 3. */
  FALLBACK_MIN_USERS?: string;
  /** Days that versions of areas are kept at least; left out, 7. */
  KEEP_VERSIONS_DAYS?: string;
  /** Seals secrets of connectors: `id:key`, comma-separated, the current one first. */
  CONNECTOR_KEYS: string;
  /** At least 32 characters; signs access tokens. */
  TOKEN_SECRET: string;
  /** After a change of it, for as long as tokens that it signed may live (15 minutes). */
  TOKEN_SECRET_PREVIOUS?: string;
  /** Origin that people see, without a trailing slash; absent: the request's own. */
  PUBLIC_ORIGIN?: string;
  /** Origin that has nothing but webhooks, without a trailing slash; absent: webhooks share the product's. */
  WEBHOOK_ORIGIN?: string;
  /** Days that steps of ended runs are kept; unused versions are kept as long. */
  STEP_DATA_DAYS?: string;
  /** Local only: the address of every caller's socket. What a call says of it (`cf-connecting-ip`) then never counts. */
  CALLER_ADDRESS?: string;
  /** Local only: the systems that are simulated, as JSON (`SimulatedSystems`). */
  SIMULATORS?: string;
  /** Local outbox: POST /messages. */
  MAIL?: Fetcher;
  /** Deployed: an HTTP mail API that takes the same message, with a bearer key. */
  MAIL_API_URL?: string;
  MAIL_API_KEY?: string;
  MAIL_FROM?: string;
}

/** Spec API-03: settings for the browser; absent ones are sent as null. */
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

/** Apps that are installed or linked (spec API-112..122); what is not set answers which variable is missing. */
interface AppsEnv {
  /** Connector types that the apps make connectors of; left out, those that come with Portage. */
  SHOPIFY_CONNECTOR_TYPE_ID?: string;
  SHOPIFY_GIFT_CARD_CONNECTOR_TYPE_ID?: string;
  PLAID_CONNECTOR_TYPE_ID?: string;
  /** In place of the address that the Plaid type has for PLAID_ENVIRONMENT. */
  PLAID_API_URL?: string;
  /** An aggregation service that speaks as Merge does, up to the part `/integrations`; left out, Merge itself. */
  AGGREGATION_API_URL?: string;
  AGGREGATION_API_KEY?: string;
}

/** Billing with Stripe; a Portage without the key has no billing. */
interface BillingEnv {
  /** `sk_test_…`, `rk_live_…`: a secret. */
  STRIPE_SECRET_KEY?: string;
  /** `whsec_…` of the webhook endpoint: a secret. */
  STRIPE_WEBHOOK_SECRET?: string;
  /** Local only: where the simulated Stripe answers. */
  STRIPE_SIMULATOR_URL?: string;
  /** https; replaces Portage's billing page for all people. */
  CUSTOM_BILLING_URL?: string;
}

/** The script assistant: any server that speaks as OpenAI does. Without either it is not set up. */
interface AssistantEnv {
  /** Up to the part `/chat/completions`; left out, OpenAI itself. A private address must be in EGRESS_ALLOW. */
  OPENAI_BASE_URL?: string;
  /** A secret. A server of one's own may need none. */
  OPENAI_API_KEY?: string;
}
