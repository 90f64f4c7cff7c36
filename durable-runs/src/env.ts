import type { ConnectionObject } from './connection/connection-object.ts';
import type { EventObject } from './events/event-object.ts';
import type { QuotaObject } from './quota/quota-object.ts';
import type { ScheduleObject } from './schedule/schedule-object.ts';
import type { RunShard } from './shard/run-shard.ts';
import type { RetentionEnv } from './storage/step-data-retention.ts';
import type { TelemetryEnv } from './telemetry/shard-telemetry.ts';

/** Bindings and variables of this Worker (wrangler.jsonc). */
export interface Env extends TelemetryEnv, RetentionEnv {
  RUN_SHARDS: DurableObjectNamespace<RunShard>;
  /** By workflow id. */
  SCHEDULES: DurableObjectNamespace<ScheduleObject>;
  /** By user id. */
  QUOTAS: DurableObjectNamespace<QuotaObject>;
  /** By connector id. */
  CONNECTIONS: DurableObjectNamespace<ConnectionObject>;
  /** By workflow id. */
  EVENTS: DurableObjectNamespace<EventObject>;
  /** This Worker's own entrypoint `Egress`. */
  EGRESS: Fetcher;
  /** What edge-api keeps of connector types: their documents. */
  FILES: R2Bucket;
  DATABASE_URL: string;
  NEON_PROXY_URL?: string;
  /** Opens what connectors keep sealed: `id:key`, comma-separated, the current one first. */
  CONNECTOR_KEYS: string;
  /** Origin that people and systems see, without a trailing slash. */
  PUBLIC_ORIGIN?: string;
  /** Comma-separated `host:port` (`*` for any port) that calls may reach although the address is private. */
  EGRESS_ALLOW?: string;
}
