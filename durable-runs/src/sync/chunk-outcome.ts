import type { SyncCounts, SyncItemWrite } from '@portage/database';
import { fieldName, type Mapped, type SettledItem } from '@portage/sync';
import type { StepValues } from '@portage/workflow';
import type { ItemOutcome } from '../core/run-event.ts';
import { itemPath } from '../core/step-path.ts';
import type { Plan } from './chunk-plan.ts';
import { addOutcome } from './sync-progress.ts';

/** What is kept of a record and of a write, as JSON. */
const LONGEST_KEPT = 50_000;

type Outcome = Parameters<typeof addOutcome>[1];

/** What became of the records of a chunk: rows for PostgreSQL, items of the run, and counts. */
export class ChunkOutcome {
  readonly rows: SyncItemWrite[] = [];
  readonly items: ItemOutcome[] = [];
  readonly itemValues: StepValues[] = [];
  /** How many records have each outcome. */
  readonly outcomes = new Map<Outcome, number>();
  readonly #entity: string;
  readonly #counts: SyncCounts;

  /** @param entity of the source. @param counts of the sync; they are added to */
  constructor(entity: string, counts: SyncCounts) {
    this.#entity = entity;
    this.#counts = counts;
  }

  /** @param settled null: nothing changed */
  add({ record, mapped }: Plan, settled: SettledItem | null, startedAt: number): void {
    this.#count(settled?.outcome ?? 'unchanged');
    if (settled === null) return;
    const { outcome, ...state } = settled;
    this.rows.push({
      ...state,
      name: record.name,
      description: record.description,
      sourceRecord: kept(record.record),
      written: outcome === 'created' || outcome === 'updated' ? kept(mapped.ok ? writtenFields(mapped) : {}) : null,
    });
    if (outcome !== 'created' && outcome !== 'updated' && outcome !== 'archived' && outcome !== 'failed') return;
    this.items.push({
      path: itemPath(this.#entity, record.id),
      status: outcome === 'failed' ? 'Failed' : 'Succeeded',
      startedAt,
      finishedAt: Date.now(),
      // A record that was written may say what it replaced: that is no error of the run.
      errorMessage: outcome === 'failed' ? settled.error : null,
    });
    this.itemValues.push({
      Response: {
        name: record.name,
        sourceItemId: record.id,
        targetItemId: settled.targetItemId,
        outcome,
        fields: mapped.ok ? shown(mapped) : [],
      },
    });
  }

  #count(outcome: Outcome): void {
    addOutcome(this.#counts, outcome);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

/** What was written, by the names of the target's fields: people read it beside the source's record. */
function writtenFields({ fields }: Extract<Mapped, { ok: true }>): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ toParameterPath, value }) => [fieldName(toParameterPath), value]));
}

function shown(mapped: Extract<Mapped, { ok: true }>) {
  const fields = mapped.fields.map(({ toParameterPath, value }) => ({ field: fieldName(toParameterPath), value }));
  return JSON.stringify(fields).length <= 4_000 ? fields : [];
}

/** A value as it is kept, if it is not too large. */
function kept(value: unknown): unknown {
  return (JSON.stringify(value)?.length ?? 0) <= LONGEST_KEPT ? value : null;
}
