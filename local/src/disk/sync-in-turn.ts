import { open } from 'node:fs/promises';

export interface DiskTurns {
  /** Notes a write that isn't synced yet. */
  hasChanged(): void;
  /** Waits until all writes noted so far are on disk. Writes that arrive during one sync share the next. */
  synced(): Promise<void>;
}

/** Syncs one file for many writers. */
export function syncInTurn(file: string): DiskTurns {
  let isDirty = false;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function syncFile(): Promise<void> {
    isDirty = false;
    try {
      const handle = await open(file, 'r+');
      await handle.datasync().finally(() => handle.close());
    } catch (error) {
      isDirty = true;
      throw error;
    }
  }

  function start(): Promise<void> {
    running = syncFile().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    hasChanged() {
      isDirty = true;
    },
    synced() {
      if (next) return next;
      if (!running) return isDirty ? start() : Promise.resolve();
      // A running sync may have started before the last write.
      next = running
        .catch(() => {})
        .then(() => {
          next = null;
          return isDirty ? start() : undefined;
        });
      return next;
    },
  };
}
