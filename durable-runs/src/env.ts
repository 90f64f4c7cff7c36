import type { ConnectionObjectRpc, EventObjectRpc, QuotaObjectRpc, RunShardRpc, ScheduleObjectRpc } from '@portage/contracts';
import type { HeldConnection } from './connection/lease.ts';
import type { CallingEgress } from './egress/send-through-egress.ts';

type ObjectBinding<Calls> = DurableObjectNamespace<Calls & Rpc.DurableObjectBranded>;

/** Calls to a shard that only this Worker's own cron makes. */
interface NudgedShard {
  /** Picks up runs that went quiet. @returns how many of them the shard has */
  nudge(runIds: readonly string[]): Promise<number>;
}

/** Calls to an event object that only this Worker's own cron makes. */
interface RecheckedEvents {
  recheck(workflowId: string): Promise<void>;
}

/** Bindings and variables of this Worker (wrangler.jsonc). Objects are typed by the calls they accept, not by their classes. */
export interface Env {
  RUN_SHARDS: ObjectBinding<RunShardRpc & NudgedShard>;
  /** By workflow id. */
  SCHEDULES: ObjectBinding<ScheduleObjectRpc>;
  /** By user id. */
  QUOTAS: ObjectBinding<QuotaObjectRpc>;
  /** By connector id. */
  CONNECTIONS: ObjectBinding<ConnectionObjectRpc & HeldConnection>;
  /** By workflow id. */
  EVENTS: ObjectBinding<EventObjectRpc & RecheckedEvents>;
  /** This Worker's own entrypoint `Egress`. */
  EGRESS: Fetcher & CallingEgress;
  /** Documents of connector types, which edge-api stores. */
  FILES: R2Bucket;
  DATABASE_URL: string;
  NEON_PROXY_URL?: string;
  /** Decrypts what connectors keep sealed: `id:key`, comma-separated, the current one first. */
  CONNECTOR_KEYS: string;
  /** Public origin, without a trailing slash. */
  PUBLIC_ORIGIN?: string;
  /** Comma-separated `host:port` (`*` for any port) that calls may reach although the address is private. */
  EGRESS_ALLOW?: string;
  /** How many days an ended run's step data is kept, counted from its last change; may be a fraction. */
  STEP_DATA_DAYS?: string;
  /** Local only: when the previous process was ended because it no longer responded. */
  HUNG_AT_MS?: string;
  /** Local only: reaches the trace collector, which no call of a run may do. */
  COLLECTOR?: Fetcher;
  /** The OpenTelemetry specification defines the variable names from here on. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string;
  /** `name=value,name=value`, values percent-encoded. */
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  OTEL_EXPORTER_OTLP_TRACES_HEADERS?: string;
  OTEL_SERVICE_NAME?: string;
  OTEL_SDK_DISABLED?: string;
}
