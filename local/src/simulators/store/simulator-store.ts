import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { syncInTurn } from '../../disk/sync-in-turn.ts';
import { writeDurably } from '../../disk/write-durably.ts';
import { Records } from './records.ts';

type Line = [collection: string, id: string, value: unknown];

export interface SimulatorStore {
  /** Whether nothing was ever stored: the system starts with its samples. */
  isNew: boolean;
  records<Item extends object>(collection: string, idOf: (item: Item) => string): Records<Item>;
  /** @returns a function that returns the next number, never the same twice */
  counter(name: string, first: number): () => number;
  /** Writes all changes that the function makes as one batch. */
  together(changes: () => void): void;
  /** Waits until every change so far is on disk. */
  synced(): Promise<void>;
}

/**
 * Stores a system's records in memory and in a log file with one line per change. A system responds once its lines are
 * on disk, so neither a kill nor a power failure loses what it has confirmed.
 *
 * @param file null: nothing outlives the process
 */
export function openStore(file: string | null): SimulatorStore {
  const lines = file === null ? [] : readLines(file);
  const collections = replay(lines);
  if (file !== null) compact(file, lines.length, collections);
  /** Lines waiting for the end of `together`. */
  let waiting: string[] | null = null;
  const disk = file === null ? null : syncInTurn(file);
  const write = (text: string) => {
    if (file === null || disk === null) return;
    appendFileSync(file, text, { mode: 0o600 });
    disk.hasChanged();
  };
  const append = (...line: Line) => {
    const text = `${JSON.stringify(line)}\n`;
    if (waiting) waiting.push(text);
    else write(text);
  };
  const valuesOf = (collection: string) => {
    const values = collections.get(collection) ?? new Map<string, unknown>();
    collections.set(collection, values);
    return values;
  };
  return {
    isNew: lines.length === 0,
    records: (collection, idOf) =>
      new Records(valuesOf(collection) as Map<string, never>, idOf, (id, value) => append(collection, id, value)),
    counter(name, first) {
      const values = valuesOf('counters');
      return () => {
        const next = values.has(name) ? (values.get(name) as number) + 1 : first;
        values.set(name, next);
        append('counters', name, next);
        return next;
      };
    },
    together(changes) {
      if (waiting) return changes();
      waiting = [];
      try {
        changes();
      } finally {
        const lines = waiting;
        waiting = null;
        if (lines.length > 0) write(lines.join(''));
      }
    },
    synced: async () => disk?.synced(),
  };
}

function readLines(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        return [JSON.parse(text) as Line];
      } catch {
        // A line cut off by a crash was never confirmed.
        return [];
      }
    });
}

function replay(lines: readonly Line[]): Map<string, Map<string, unknown>> {
  const collections = new Map<string, Map<string, unknown>>();
  for (const [collection, id, value] of lines) {
    const values = collections.get(collection) ?? new Map<string, unknown>();
    collections.set(collection, values);
    if (value === null) values.delete(id);
    else values.set(id, value);
  }
  return collections;
}

/** Rewrites the file if most of its lines are out of date, or its end was cut off. */
function compact(file: string, lineCount: number, collections: ReadonlyMap<string, ReadonlyMap<string, unknown>>): void {
  if (!existsSync(file)) return;
  const live = [...collections].flatMap(([collection, values]) => [...values].map(([id, value]): Line => [collection, id, value]));
  const isWhole = readFileSync(file, 'utf8').endsWith('\n');
  if (isWhole && lineCount < 2 * live.length + 1_000) return;
  writeDurably(file, live.map((line) => `${JSON.stringify(line)}\n`).join(''), 0o600);
}
