import type { RunChain, TakeStartResult } from '@portage/contracts';
import { DAY_MS } from '@portage/primitives/durations';

/** Runs one originating run may start in total: directly, such as one per item of a loop, and through the runs it started. */
const chainLimits = { direct: 10_000, further: 1_000 } as const;
/** A chain is forgotten this long after its first start. */
const KEPT_MS = DAY_MS;

/** Counts the runs of one user that other runs started, by the first run of each chain (HOSTILE 37). */
export class ChainStarts {
  readonly #sql: SqlStorage;
  #isLaidOut = false;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  take({ hops, origin }: RunChain, nowMs: number): TakeStartResult {
    if (!this.#isLaidOut) {
      this.#sql.exec(`CREATE TABLE IF NOT EXISTS chains (origin TEXT PRIMARY KEY, direct INTEGER NOT NULL, further INTEGER NOT NULL,
        began_at INTEGER NOT NULL) WITHOUT ROWID`);
      this.#isLaidOut = true;
    }
    const kind = hops <= 1 ? 'direct' : 'further';
    const query = 'SELECT direct, further, began_at FROM chains WHERE origin = ?';
    const row = this.#sql.exec<{ direct: number; further: number; began_at: number }>(query, origin).toArray()[0];
    const isOver = row !== undefined && nowMs - row.began_at >= KEPT_MS;
    if (row && !isOver && row[kind] >= chainLimits[kind]) return refused(origin, kind, row.began_at + KEPT_MS - nowMs);
    if (!row || isOver) {
      this.#sql.exec('DELETE FROM chains WHERE began_at <= ?', nowMs - KEPT_MS);
      this.#sql.exec('INSERT OR REPLACE INTO chains VALUES (?, 0, 0, ?)', origin, nowMs);
    }
    this.#sql.exec(`UPDATE chains SET ${kind} = ${kind} + 1 WHERE origin = ?`, origin);
    return { outcome: 'taken' };
  }
}

function refused(origin: string, kind: keyof typeof chainLimits, waitMs: number): TakeStartResult {
  const most = chainLimits[kind].toLocaleString('en');
  const how = kind === 'direct' ? `started ${most} others` : `caused, through the runs that it started, ${most} more`;
  return {
    outcome: 'refused',
    message: `This run was not started: the run ${origin} has ${how}, the most allowed in a day. Do workflows call each other in a loop?`,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  };
}
