import { type CalledRunEnd, parseRunId, type RunStatus } from '@portage/contracts';
import { HOUR_MS } from '@portage/primitives/durations';
import type { ActiveRun } from '../active-run/active-run.ts';
import { findResponse } from '../active-run/run-response.ts';
import { CALL_NOTE, type CallNote, runOfRef } from '../calls/call-ports.ts';
import { END_CHUNK, type ShardMessages } from '../calls/shard-messages.ts';
import { hasEnded } from '../core/run-status.ts';
import { shardLimits } from '../limits.ts';
import type { RunRow } from '../storage/run-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';

export interface RunCallsPorts {
  now(): number;
  takeUp(runKey: number): void;
  cancel(row: RunRow): void;
  wakeBy(atMs: number): void;
}

/** Links runs to one another: reports ends, and cancels called runs. */
export class RunCalls {
  readonly #stores: ShardStores;
  readonly #messages: ShardMessages;
  readonly #ports: RunCallsPorts;

  constructor(stores: ShardStores, messages: ShardMessages, ports: RunCallsPorts) {
    this.#stores = stores;
    this.#messages = messages;
    this.#ports = ports;
  }

  /** After a restart, handles answers that no step has read and messages that weren't delivered. */
  resume(): void {
    for (const runKey of this.#stores.answers.resume()) this.#ports.takeUp(runKey);
    if (this.#stores.calls.messages(1).length > 0) this.#messages.schedule();
  }

  /** Called when the run was written as ended. The same commit stores the message to the run that waits for it. */
  onEnded(row: RunRow, run: ActiveRun | null): void {
    const { answers, calls, chunks } = this.#stores;
    answers.removeAll(row.runKey);
    const caller = row.parentRunId === null ? null : calls.takeCaller(row.runKey);
    if (!caller) return;
    const response = run && findResponse(run);
    const secrets = response ? run.secrets.valuesIn(JSON.stringify(response)) : [];
    const { errorMessage } = row;
    const end: CalledRunEnd = { status: endStatus(row.status), response, errorMessage, ...(secrets.length > 0 ? { secrets } : {}) };
    chunks.write(row.runKey, END_CHUNK, JSON.stringify(end));
    calls.addMessage({ kind: 'ended', runId: caller.runId, ref: caller.ref, runKey: row.runKey });
    this.#messages.schedule();
  }

  /** Called when the run no longer waits for `ref`. If that is a called run, it is cancelled. */
  abandon(ref: string): void {
    const calledId = runOfRef(ref);
    if (calledId !== null) this.callOff(calledId);
  }

  /** When a step ends while it starts another run, cancels the run that it may have started. */
  abandonStart(run: ActiveRun): void {
    const note = run.notes.get(CALL_NOTE) as CallNote | undefined;
    if (note?.waits) this.callOff(note.runId);
  }

  callOff(runId: string): void {
    this.#stores.calls.addMessage({ kind: 'cancel', runId, ref: null, runKey: null });
    this.#messages.schedule();
  }

  tellEnd(runId: string, ref: string, end: CalledRunEnd): void {
    const row = this.#stores.runs.byId(runId);
    if (row && !hasEnded(row.status)) this.deliver(row.runKey, ref, end);
  }

  cancel(runId: string): void {
    const row = this.#stores.runs.byId(runId);
    if (row) {
      if (!hasEnded(row.status)) this.#ports.cancel(row);
      return;
    }
    const location = parseRunId(runId);
    const isClosed = !location || this.#ports.now() >= location.hourStartMs + HOUR_MS + shardLimits.hourGraceMs;
    if (isClosed) return;
    this.#stores.create();
    this.#stores.calls.refuseStart(runId);
  }

  deliver(runKey: number, ref: string, result: unknown): void {
    if (!this.#stores.answers.put(runKey, ref, result)) return;
    this.#ports.wakeBy(this.#ports.now() + shardLimits.watchdogMs);
    this.#ports.takeUp(runKey);
  }
}

function endStatus(status: RunStatus): CalledRunEnd['status'] {
  return status === 'Succeeded' || status === 'Cancelled' ? status : 'Failed';
}
