import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { createStore } from '@portage/primitives/store';

export type Brief = CallResponse<Calls, 'POST /api/workflows/instances/{id}/briefs'>['briefs'][number];

/** Cards that come into view together share one request. */
const GATHER_MS = 120;
const MOST_AT_ONCE = 100;

/** Short results of the steps of one run, read for the visible cards. */
export interface BriefStore {
  /** Undefined: not read yet. Null: the step did not run. */
  get(clientId: string): Brief | null | undefined;
  want(clientId: string): void;
  subscribe(listener: () => void): () => void;
  /** Cancels a read that is about to start. */
  dispose(): void;
}

/** @param read returns the steps that ran; a failed read is retried when another card comes into view. */
export function createBriefStore(read: (clientIds: string[]) => Promise<readonly Brief[]>): BriefStore {
  const { get, set, subscribe } = createStore<ReadonlyMap<string, Brief | null>>(new Map());
  const wanted = new Set<string>();
  const reading = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function readWanted(): Promise<void> {
    timer = undefined;
    const clientIds = [...wanted].slice(0, MOST_AT_ONCE);
    for (const id of clientIds) {
      wanted.delete(id);
      reading.add(id);
    }
    if (wanted.size > 0) timer = setTimeout(readWanted, GATHER_MS);
    const briefs = await read(clientIds).catch(() => null);
    for (const id of clientIds) reading.delete(id);
    if (!briefs) return;
    const byId = new Map(briefs.map((brief) => [brief.clientId, brief]));
    set(new Map([...get(), ...clientIds.map((id) => [id, byId.get(id) ?? null] as const)]));
  }

  return {
    get: (clientId) => get().get(clientId),
    want(clientId) {
      if (get().has(clientId) || wanted.has(clientId) || reading.has(clientId)) return;
      wanted.add(clientId);
      timer ??= setTimeout(readWanted, GATHER_MS);
    },
    subscribe,
    dispose() {
      clearTimeout(timer);
      timer = undefined;
      wanted.clear();
    },
  };
}
