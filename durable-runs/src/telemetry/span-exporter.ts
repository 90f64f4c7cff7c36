import { formatErrorCauses, log } from '@portage/contracts/log';
import type { ShardMetrics } from '../metrics/shard-metrics.ts';
import { exportRequestJson } from './otlp-span.ts';
import type { TraceSettings } from './trace-settings.ts';

const limits = {
  /** Spans wait this long to form a batch. */
  pauseMs: 1_000,
  batch: 512,
  /** The most spans and characters that may wait; more spans are dropped. */
  waiting: 4_096,
  waitingChars: 4_000_000,
  timeoutMs: 10_000,
  firstRetryMs: 1_000,
  longestRetryMs: 30_000,
  /** A batch is dropped after this many failed attempts. */
  attempts: 5,
} as const;

/** The collector may accept the same batch later (OTLP/HTTP: retryable responses). */
const RETRYABLE = new Set([429, 502, 503, 504]);

export interface SpanExporterPorts {
  now(): number;
  later(ms: number, callback: () => void): void;
  post(url: string, init: RequestInit): Promise<Response>;
  metrics: ShardMetrics;
}

/**
 * Sends spans to a collector in batches (OTLP over HTTP, JSON). No run waits for it or fails because of it. While the collector is
 * down, a bounded number of spans waits; the rest are dropped and counted.
 */
export class SpanExporter {
  readonly #settings: TraceSettings;
  readonly #ports: SpanExporterPorts;
  #waiting: string[] = [];
  #chars = 0;
  #dueMs: number | null = null;
  #isSending = false;
  #failures = 0;
  #notBefore = 0;

  constructor(settings: TraceSettings, ports: SpanExporterPorts) {
    this.#settings = settings;
    this.#ports = ports;
  }

  /** @param span as made by `spanJson`. */
  add(span: string): void {
    if (this.#waiting.length >= limits.waiting || this.#chars + span.length > limits.waitingChars) {
      this.#ports.metrics.count('portage_spans_total', { outcome: 'dropped' });
      return;
    }
    this.#waiting.push(span);
    this.#chars += span.length;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isSending || this.#waiting.length === 0) return;
    const nowMs = this.#ports.now();
    const pauseMs = this.#waiting.length >= limits.batch ? 0 : limits.pauseMs;
    const dueMs = Math.max(nowMs + pauseMs, this.#notBefore);
    if (this.#dueMs !== null && this.#dueMs <= dueMs) return;
    this.#dueMs = dueMs;
    this.#ports.later(dueMs - nowMs, () => {
      // An earlier time was set meanwhile, and has passed.
      if (this.#dueMs === dueMs) void this.#send();
    });
  }

  async #send(): Promise<void> {
    this.#dueMs = null;
    this.#isSending = true;
    try {
      const batch = this.#waiting.slice(0, limits.batch);
      if (batch.length > 0) await this.#sendBatch(batch);
    } finally {
      this.#isSending = false;
      this.#schedule();
    }
  }

  async #sendBatch(batch: readonly string[]): Promise<void> {
    const { metrics } = this.#ports;
    const problem = await this.#post(batch);
    if (problem?.isRetryable && this.#failures + 1 < limits.attempts) {
      if (this.#failures === 0) log('warn', 'Spans could not be sent; they wait', { spans: batch.length, cause: problem.cause });
      this.#notBefore = this.#ports.now() + Math.min(limits.longestRetryMs, limits.firstRetryMs * 2 ** this.#failures);
      this.#failures += 1;
      return;
    }
    this.#waiting.splice(0, batch.length);
    this.#chars -= batch.reduce((sum, span) => sum + span.length, 0);
    if (!problem) this.#failures = 0;
    else {
      log('warn', 'Spans were dropped: the collector did not accept them', { spans: batch.length, cause: problem.cause });
      // The next batch finds out for itself whether the collector is back, at the same slow pace.
      if (problem.isRetryable) this.#notBefore = this.#ports.now() + limits.longestRetryMs;
      this.#failures = problem.isRetryable ? limits.attempts - 1 : 0;
    }
    metrics.count('portage_spans_total', { outcome: problem ? 'dropped' : 'sent' }, batch.length);
  }

  /** @returns null if the collector accepted the batch. */
  async #post(batch: readonly string[]): Promise<{ isRetryable: boolean; cause: string } | null> {
    const { url, headers, serviceName } = this.#settings;
    const tooLong = new AbortController();
    // Stopped with the response: a running timer would keep the object awake.
    const timer = setTimeout(() => tooLong.abort(), limits.timeoutMs);
    try {
      const response = await this.#ports.post(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: exportRequestJson(serviceName, batch),
        redirect: 'manual',
        signal: tooLong.signal,
      });
      await response.body?.cancel();
      if (response.ok) return null;
      return { isRetryable: RETRYABLE.has(response.status), cause: `The collector responded with ${response.status}` };
    } catch (error) {
      return { isRetryable: true, cause: formatErrorCauses(error) };
    } finally {
      clearTimeout(timer);
    }
  }
}
