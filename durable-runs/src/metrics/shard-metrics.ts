import { type HistogramName, METRIC_BUCKETS, type MetricRecord } from '@portage/database';

/**
 * Counts in memory, sent with the next statement that goes to PostgreSQL anyway, because the platform's objects can't be asked for
 * their counters one by one. Unwritten counts are lost with the object. Runs themselves are counted in the statement, from their
 * summaries.
 */
export class ShardMetrics {
  #deltas = new Map<string, MetricRecord>();

  /** @param labels with few values each: every combination is a row. */
  count(name: `portage_${string}_total`, labels: Record<string, string>, by = 1): void {
    this.#delta(name, labels, null).value += by;
  }

  observe(name: HistogramName, labels: Record<string, string>, value: number): void {
    const bounds: readonly number[] = METRIC_BUCKETS[name];
    const delta = this.#delta(name, labels, bounds.length + 1);
    delta.value += value;
    const found = bounds.findIndex((bound) => value <= bound);
    const bucket = found < 0 ? bounds.length : found;
    if (delta.buckets) delta.buckets[bucket] = (delta.buckets[bucket] ?? 0) + 1;
  }

  /** Takes everything counted since the last call. The caller writes it, or gives it back. */
  take(): MetricRecord[] {
    const deltas = [...this.#deltas.values()];
    this.#deltas = new Map();
    return deltas;
  }

  giveBack(deltas: readonly MetricRecord[]): void {
    for (const { name, labels, value, buckets } of deltas) {
      const delta = this.#delta(name, labels, buckets?.length ?? null);
      delta.value += value;
      buckets?.forEach((count, at) => {
        if (delta.buckets) delta.buckets[at] = (delta.buckets[at] ?? 0) + count;
      });
    }
  }

  #delta(name: string, labels: Record<string, string>, buckets: number | null): MetricRecord {
    let key = name;
    for (const label in labels) key += `|${labels[label]}`;
    let delta = this.#deltas.get(key);
    if (!delta) {
      delta = { name, labels, value: 0, buckets: buckets === null ? null : new Array<number>(buckets).fill(0) };
      this.#deltas.set(key, delta);
    }
    return delta;
  }
}
