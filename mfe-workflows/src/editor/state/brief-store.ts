import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

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
  const known = new Map<string, Brief | null>();
  const wanted = new Set<string>();
  const reading = new Set<string>();
  const listeners = new Set<() => void>();
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
    for (const id of clientIds) known.set(id, byId.get(id) ?? null);
    for (const listener of listeners) listener();
  }

  return {
    get: (clientId) => known.get(clientId),
    want(clientId) {
      if (known.has(clientId) || wanted.has(clientId) || reading.has(clientId)) return;
      wanted.add(clientId);
      timer ??= setTimeout(readWanted, GATHER_MS);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      clearTimeout(timer);
      timer = undefined;
      wanted.clear();
    },
  };
}
