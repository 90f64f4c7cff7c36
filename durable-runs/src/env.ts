import type { ConnectionObjectRpc, EventObjectRpc, QuotaObjectRpc, RunShardRpc, ScheduleObjectRpc } from '@portage/contracts';
import type { HeldConnection } from './connection/lease.ts';
import type { CallingEgress } from './egress/send-through-egress.ts';

type ObjectBinding<Calls> = DurableObjectNamespace<Calls & Rpc.DurableObjectBranded>;

/** The calls that only this Worker's own cron makes on a shard. */
interface NudgedShard {
  /** Takes up runs that fell silent. @returns how many of them the shard has */
  nudge(runIds: readonly string[]): Promise<number>;
}

/** The same of the object that listens for events. */
interface RecheckedEvents {
  recheck(workflowId: string): Promise<void>;
}

/** Bindings and variables of this Worker (wrangler.jsonc). Objects are bound by the calls they take, not by their classes. */
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
  /** Opens what connectors keep sealed: `id:key`, comma-separated, the current one first. */
  CONNECTOR_KEYS: string;
  /** Origin that people and systems see, without a trailing slash. */
  PUBLIC_ORIGIN?: string;
  /** Comma-separated `host:port` (`*` for any port) that calls may reach although the address is private. */
  EGRESS_ALLOW?: string;
  /** Days for which the data of an ended run's steps is kept, counted from its last change; may be a fraction. */
  STEP_DATA_DAYS?: string;
  /** Local only: when the process before this one was ended because it no longer responded. */
  HUNG_AT_MS?: string;
  /** Local only: the way to the trace collector, which no call of a run may take. */
  COLLECTOR?: Fetcher;
  /** The OpenTelemetry specification names the variables from here on. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string;
  /** `name=value,name=value`, values percent-encoded. */
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  OTEL_EXPORTER_OTLP_TRACES_HEADERS?: string;
  OTEL_SERVICE_NAME?: string;
  OTEL_SDK_DISABLED?: string;
}
