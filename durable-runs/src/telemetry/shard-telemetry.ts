import type { ActiveRun } from '../active-run/active-run.ts';
import type { MemoryObserver, RunObserver, SyncObserver } from '../active-run/run-observer.ts';
import type { StepRecord } from '../core/run-event.ts';
import type { CurrentStep } from '../core/run-state.ts';
import { hasEnded } from '../core/run-status.ts';
import type { Env } from '../env.ts';
import { ShardMetrics } from '../metrics/shard-metrics.ts';
import { RunTracer } from './run-tracer.ts';
import { SpanExporter } from './span-exporter.ts';
import { traceSettings } from './trace-settings.ts';

export interface TelemetryPorts {
  now(): number;
  later(ms: number, callback: () => void): void;
}

export class ShardTelemetry implements RunObserver, MemoryObserver, SyncObserver {
  readonly metrics = new ShardMetrics();
  readonly #tracer: RunTracer | null;

  constructor(env: Env, ports: TelemetryPorts) {
    const settings = traceSettings(env);
    const { COLLECTOR } = env;
    const post = (url: string, init: RequestInit) => (COLLECTOR ? COLLECTOR.fetch(url, init) : fetch(url, init));
    const exporter = settings && new SpanExporter(settings, { ...ports, post, metrics: this.metrics });
    this.#tracer = exporter && new RunTracer((span) => exporter.add(span));
  }

  onStart(trigger: string, outcome: string): void {
    this.metrics.count('portage_run_starts_total', { trigger, outcome });
  }

  onRecord(run: ActiveRun, record: StepRecord, attempt: number): void {
    const { stepType, status, startedAt, finishedAt } = record;
    if (finishedAt !== null && hasEnded(status)) {
      this.metrics.observe('portage_step_duration_seconds', { type: stepType, status }, (finishedAt - startedAt) / 1_000);
    }
    this.#tracer?.onRecord(run, record, attempt);
  }

  onRetry(run: ActiveRun, step: CurrentStep, nowMs: number): void {
    this.metrics.count('portage_step_retries_total', { type: run.program.steps.get(step.stepId)?.type ?? 'unknown' });
    this.#tracer?.onRetry(run, step, nowMs);
  }

  onSyncItems(outcome: string, count: number): void {
    this.metrics.count('portage_sync_items_total', { outcome }, count);
  }

  onStrike(): void {
    this.metrics.count('portage_run_strikes_total', {});
  }

  onHeld(bytes: number): void {
    this.metrics.observe('portage_shard_held_bytes', {}, bytes);
  }

  onMemoryWait(): void {
    this.metrics.count('portage_run_memory_waits_total', {});
  }

  onEnd(run: ActiveRun): void {
    this.#tracer?.onEnd(run);
  }
}
