import { MINUTE_MS } from '@portage/primitives/durations';

/** Longer than a caller may use its cached trigger (edge-api, five minutes). */
export const TRIGGER_CHANGE_KEPT_MS = 10 * MINUTE_MS;
/** Machines' clocks differ a little, so a trigger that was looked up this soon after a change counts as older than it. */
const CLOCK_RESERVE_MS = 1_000;

/** When a workflow's trigger was last changed. Starts by callers with an older trigger are refused. */
export class TriggerChanges {
  readonly #sql: SqlStorage;
  readonly #exists: () => boolean;
  #changes: Map<string, number> | null = null;

  constructor(sql: SqlStorage, exists: () => boolean) {
    this.#sql = sql;
    this.#exists = exists;
  }

  note(workflowId: string, nowMs: number): void {
    this.#sql.exec('DELETE FROM trigger_changes WHERE changed_at < ?', nowMs - TRIGGER_CHANGE_KEPT_MS);
    this.#sql.exec('INSERT OR REPLACE INTO trigger_changes VALUES (?, ?)', workflowId, nowMs);
    this.#changes = null;
  }

  /** Whether the workflow's trigger may have changed since the caller looked it up. */
  isAfter(workflowId: string, knownAtMs: number): boolean {
    const changedAtMs = this.#known().get(workflowId);
    return changedAtMs !== undefined && knownAtMs < changedAtMs + CLOCK_RESERVE_MS;
  }

  /** When the last change is no longer needed; null if there are none. */
  endsAt(): number | null {
    const last = Math.max(...this.#known().values());
    return Number.isFinite(last) ? last + TRIGGER_CHANGE_KEPT_MS : null;
  }

  forget(): void {
    this.#changes = null;
  }

  #known(): Map<string, number> {
    if (this.#changes) return this.#changes;
    if (!this.#exists()) return new Map();
    const rows = this.#sql.exec<{ workflow_id: string; changed_at: number }>('SELECT workflow_id, changed_at FROM trigger_changes');
    this.#changes = new Map(rows.toArray().map((row) => [row.workflow_id, row.changed_at]));
    return this.#changes;
  }
}
