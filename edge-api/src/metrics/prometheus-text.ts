import { type HistogramName, METRIC_BUCKETS, type MetricRecord } from '@portage/database';

export interface Gauge {
  labels: Record<string, string>;
  value: number;
}

type FamilyType = 'counter' | 'gauge' | 'histogram';

/** Every metric family with its meaning; a counter that isn't named here isn't shown. */
const FAMILIES = {
  portage_runs_started_total: ['counter', 'Runs that were started.'],
  portage_runs_finished_total: ['counter', 'Runs that have ended, by outcome; a continued run ends again.'],
  portage_runs_open: ['gauge', 'Runs that have not ended.'],
  portage_sync_items_total: [
    'counter',
    'Sync items by outcome (created, updated, unchanged, skipped, waiting, failed); call: calls to other systems.',
  ],
  portage_sync_flows: ['gauge', 'Sync flows of active workflows that are not paused.'],
  portage_sync_flows_failing: ['gauge', 'Flows whose last sync ended early.'],
  portage_sync_longest_lag_seconds: ['gauge', 'Time since the last complete sync of the flow that lags most.'],
  portage_runs_quiet: ['gauge', 'Open runs not heard from for ten minutes. Their summaries may be unsent; the sweep wakes them.'],
  portage_run_steps_total: ['counter', 'Steps of the runs that have ended.'],
  portage_run_duration_seconds: ['histogram', 'From the start of a run to its end, delays included.'],
  portage_run_starts_total: ['counter', 'Starts requested from run shards, by trigger (Webhook for accepted webhook calls) and outcome.'],
  portage_webhook_refusals_total: ['counter', 'Webhook calls that started nothing, by response code.'],
  portage_step_duration_seconds: ['histogram', 'From the start of a step to its end, retries and delays included, by its type.'],
  portage_step_retries_total: ['counter', 'Failed step attempts that are retried.'],
  portage_run_strikes_total: ['counter', 'Engine crashes blamed on a run, which then continued in quarantine.'],
  portage_shard_held_bytes: [
    'histogram',
    'Size of the values that a shard’s active runs hold, as JSON, whenever a large run arrives or a run has grown.',
  ],
  portage_run_memory_waits_total: ['counter', 'Large runs that waited on disk for their turn to be in memory.'],
  portage_summary_writes_total: ['counter', 'Statements that carry summaries of runs to PostgreSQL.'],
  portage_summary_delay_seconds: ['histogram', 'How long summaries of runs waited to be written to PostgreSQL.'],
  portage_area_loads_total: ['counter', 'Pages that showed a version of an area: the live one, a canary and the one before.'],
  portage_area_failures_total: ['counter', 'Pages in which a version of an area didn’t load or crashed.'],
  portage_area_load_seconds: ['histogram', 'From the start of an area’s load until its code has run, in browsers.'],
  portage_area_mount_seconds: ['histogram', 'From then until the area is on screen, in browsers.'],
  portage_spans_total: ['counter', 'Spans of the trace export: sent to the collector, refused by it, or dropped.'],
} as const satisfies Record<string, readonly [FamilyType, string]>;

type FamilyName = keyof typeof FAMILIES;

/** The counts in the Prometheus text format (version 0.0.4). */
export function prometheusText(records: readonly MetricRecord[], gauges: Partial<Record<FamilyName, readonly Gauge[]>>): string {
  const lines = (Object.keys(FAMILIES) as FamilyName[]).flatMap((name) => {
    const [type, help] = FAMILIES[name];
    const own = records.filter((record) => record.name === name);
    const samples =
      type === 'histogram'
        ? own.flatMap(histogramLines)
        : [...own, ...(gauges[name] ?? [])].map((one) => line(name, one.labels, one.value));
    return [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`, ...samples];
  });
  return `${lines.join('\n')}\n`;
}

function histogramLines({ name, labels, value, buckets }: MetricRecord): string[] {
  const bounds = [...METRIC_BUCKETS[name as HistogramName], Number.POSITIVE_INFINITY];
  let total = 0;
  const lines = bounds.map((bound, at) => {
    total += buckets?.[at] ?? 0;
    return line(`${name}_bucket`, { ...labels, le: numberText(bound) }, total);
  });
  return [...lines, line(`${name}_sum`, labels, value), line(`${name}_count`, labels, total)];
}

function line(name: string, labels: Record<string, string>, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numberText(value)}`;
}

function numberText(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value);
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
