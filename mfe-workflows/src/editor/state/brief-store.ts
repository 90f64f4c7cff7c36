import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { createStore } from '@portage/primitives/store';

export type Brief = CallResponse<Calls, 'POST /api/workflows/instances/{id}/briefs'>['briefs'][number];

/** Cards that come into view together share one request. */
const GATHER_MS = 120;
const MOST_AT_ONCE = 100;
/** Pauses before a failed read is retried; after the last one, it is retried only on request. */
const RETRY_PAUSES_MS = [1_000, 5_000];

/** Short results of the steps of one run, read for the visible cards. */
export interface BriefStore {
  /** Undefined: not read yet. Null: the step did not run. */
  get(clientId: string): Brief | null | undefined;
  /** Why the steps that aren't read yet won't be, until `retry` or another card asks; null while they are being read. */
  getFailure(): { error: unknown } | null;
  want(clientId: string): void;
  retry(): void;
  subscribe(listener: () => void): () => void;
  /** Cancels a read that is about to start. */
  dispose(): void;
}

/** @param read returns the steps that ran */
export function createBriefStore(read: (clientIds: string[]) => Promise<readonly Brief[]>): BriefStore {
  const briefs = createStore<ReadonlyMap<string, Brief | null>>(new Map());
  const failure = createStore<{ error: unknown } | null>(null);
  const wanted = new Set<string>();
  const reading = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failuresInRow = 0;

  function readSoon(pauseMs: number): void {
    failure.set(null);
    timer ??= setTimeout(readWanted, pauseMs);
  }

  async function readWanted(): Promise<void> {
    timer = undefined;
    const clientIds = [...wanted].slice(0, MOST_AT_ONCE);
    for (const id of clientIds) {
      wanted.delete(id);
      reading.add(id);
    }
    if (wanted.size > 0) readSoon(GATHER_MS);
    try {
      const byId = new Map((await read(clientIds)).map((brief) => [brief.clientId, brief]));
      failuresInRow = 0;
      briefs.set(new Map([...briefs.get(), ...clientIds.map((id) => [id, byId.get(id) ?? null] as const)]));
    } catch (error) {
      const missed = clientIds.filter((id) => reading.has(id));
      if (missed.length === 0) return;
      for (const id of missed) wanted.add(id);
      const pauseMs = RETRY_PAUSES_MS[failuresInRow];
      failuresInRow += 1;
      if (pauseMs === undefined) failure.set({ error });
      else readSoon(pauseMs);
    } finally {
      for (const id of clientIds) reading.delete(id);
    }
  }

  return {
    get: (clientId) => briefs.get().get(clientId),
    getFailure: failure.get,
    want(clientId) {
      if (briefs.get().has(clientId) || wanted.has(clientId) || reading.has(clientId)) return;
      wanted.add(clientId);
      readSoon(GATHER_MS);
    },
    retry: () => readSoon(0),
    subscribe(listener) {
      const stops = [briefs.subscribe(listener), failure.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    dispose() {
      clearTimeout(timer);
      timer = undefined;
      wanted.clear();
      reading.clear();
    },
  };
}
