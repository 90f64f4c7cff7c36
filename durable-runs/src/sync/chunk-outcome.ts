import type { SyncCounts, SyncItemWrite } from '@portage/database';
import { fieldName, type Mapped, type SettledItem } from '@portage/sync';
import type { StepValues } from '@portage/workflow';
import type { ItemOutcome } from '../core/run-event.ts';
import { itemPath } from '../core/step-path.ts';
import type { Plan } from './chunk-plan.ts';
import { type Redact, serializeRefusal } from './kept-refusal.ts';
import { addOutcome, type RecordOutcome, takeBack } from './sync-progress.ts';

/** The most that is stored of a record and a write, in characters of JSON. */
const LONGEST_KEPT = 50_000;
/** The most that a run's data shows of a write, in characters of JSON. */
const LONGEST_SHOWN = 4_000;

/** How a record counts that a sync read and left unchanged, by its status. */
const outcomeByStatus = { Success: 'unchanged', Skipped: 'skipped', InProgress: 'waiting', Error: 'failed' } as const;

/** The outcomes of a chunk's records: rows for PostgreSQL, items of the run, and counts. */
export class ChunkOutcome {
  readonly rows: SyncItemWrite[] = [];
  readonly items: ItemOutcome[] = [];
  readonly itemValues: StepValues[] = [];
  readonly outcomes = new Map<RecordOutcome, number>();
  readonly #flow: { id: string; entity: string };
  readonly #counts: SyncCounts;
  readonly #redact: Redact;

  /** @param flow its `entity` is the source's. @param counts the sync's counts, which are updated */
  constructor(flow: { id: string; entity: string }, counts: SyncCounts, redact: Redact) {
    this.#flow = flow;
    this.#counts = counts;
    this.#redact = redact;
  }

  /**
   * @param settled null: nothing changed
   * @param kept paths where the target's own change is kept: they aren't written
   * @param before how this sync has already counted the record; null: not at all, or it was written, and each write counts
   */
  add(
    { record, mapped, known }: Plan,
    settled: SettledItem | null,
    startedAt: number,
    kept: readonly string[],
    before: RecordOutcome | null,
  ): void {
    const became = settled?.outcome ?? outcomeByStatus[known?.status ?? 'Success'];
    if (before !== became) {
      if (before !== null) takeBack(this.#counts, before);
      this.#count(became);
    }
    if (settled === null) return;
    const { outcome, call, ...state } = settled;
    const writtenJson = JSON.stringify(mapped.ok ? writtenFields(mapped, kept) : {});
    this.rows.push({
      ...state,
      error: this.#redact(state.error),
      name: record.name,
      description: record.description,
      sourceRecordJson: stored(JSON.stringify(record.record)),
      writtenJson: outcome === 'created' || outcome === 'updated' || outcome === 'unchanged' ? stored(writtenJson) : null,
      refusalJson: outcome === 'failed' || call ? serializeRefusal(call, mapped.ok ? mapped.fields : null, this.#redact) : null,
    });
    if (outcome !== 'created' && outcome !== 'updated' && outcome !== 'archived' && outcome !== 'failed') return;
    this.items.push({
      path: itemPath(this.#flow.entity, record.id),
      syncRecord: { name: record.name, flowId: this.#flow.id },
      status: outcome === 'failed' ? 'Failed' : 'Succeeded',
      startedAt,
      finishedAt: Date.now(),
      // A written record may say what it replaced. That isn't an error of the run.
      errorMessage: outcome === 'failed' ? settled.error : null,
    });
    this.itemValues.push({
      Response: {
        name: record.name,
        sourceItemId: record.id,
        targetItemId: settled.targetItemId,
        outcome,
        fields: mapped.ok && writtenJson.length <= LONGEST_SHOWN ? shownFields(mapped) : [],
      },
    });
  }

  #count(outcome: RecordOutcome): void {
    addOutcome(this.#counts, outcome);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

/** The written values, by the names of the target's fields. People read them next to the source's record. */
function writtenFields({ fields }: Extract<Mapped, { ok: true }>, kept: readonly string[]): Record<string, unknown> {
  const written = fields.filter(({ toParameterPath }) => !kept.includes(toParameterPath));
  return Object.fromEntries(written.map(({ toParameterPath, value }) => [fieldName(toParameterPath), value]));
}

/** The same values in order, for the run's data. */
function shownFields({ fields }: Extract<Mapped, { ok: true }>) {
  return fields.map(({ toParameterPath, value }) => ({ field: fieldName(toParameterPath), value }));
}

/** @param json undefined: the value has no JSON */
function stored(json: string | undefined): string | null {
  return json !== undefined && json.length <= LONGEST_KEPT ? json : null;
}
