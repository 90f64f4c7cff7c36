import type { ConnectionObjectRpc, QuotaObjectRpc, RunShardRpc, ScheduleObjectRpc } from '@portage/contracts';
import type { DatabaseEnv } from '@portage/database';

/** The bindings and variables of this Worker; wrangler.jsonc and `local/` set them. */
export interface Env extends DatabaseEnv, PublicConfigurationEnv {
  RUN_SHARDS: DurableObjectNamespace<RunShardRpc & Rpc.DurableObjectBranded>;
  /** By workflow id. */
  SCHEDULES: DurableObjectNamespace<ScheduleObjectRpc & Rpc.DurableObjectBranded>;
  /** By user id; asked only where the user has a quota. */
  QUOTAS: DurableObjectNamespace<QuotaObjectRpc & Rpc.DurableObjectBranded>;
  /** By connector id. */
  CONNECTIONS: DurableObjectNamespace<ConnectionObjectRpc & Rpc.DurableObjectBranded>;
  /** Uploaded files, and what was read out of documents. */
  FILES: R2Bucket;
  /** Seals secrets of connectors: `id:key`, comma-separated, the current one first. */
  CONNECTOR_KEYS: string;
  /** At least 32 characters; signs access tokens. */
  TOKEN_SECRET: string;
  /** Origin that people see, without a trailing slash; absent: the request's own. */
  PUBLIC_ORIGIN?: string;
  /** Days that steps of ended runs are kept; versions nobody uses are kept as long. */
  STEP_DATA_DAYS?: string;
  /** Local outbox: POST /messages. */
  MAIL?: Fetcher;
  /** Deployed: an HTTP mail API that takes the same message, with a bearer key. */
  MAIL_API_URL?: string;
  MAIL_API_KEY?: string;
  MAIL_FROM?: string;
}

/** Spec API-03: what the browser is told; absent is sent as null. */
interface PublicConfigurationEnv {
  SEGMENT_ANALYTICS_WRITE_KEY?: string;
  API_PANDA_WIDGET_URL?: string;
  PLAID_PUBLIC_KEY?: string;
  PLAID_ENVIRONMENT?: string;
  STRIPE_PUBLISHABLE_KEY?: string;
  APP_INSIGHTS_INSTRUMENTATION_KEY?: string;
}
