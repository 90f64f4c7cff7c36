import { describe, expect, test } from 'vitest';
import type { StepRecord } from '../core/run-event.ts';
import { exactChunk } from '../storage/chunk-names.ts';
import type { ChunkStore } from '../storage/chunk-store.ts';
import type { JournalEntry, JournalStore } from '../storage/journal-store.ts';
import { JournalBuffer } from './journal-buffer.ts';

const RUN_KEY = 1;

function record(ordinal: number): StepRecord {
  return {
    ordinal,
    name: 's',
    path: `s${ordinal}`,
    stepType: 'HttpRequest',
    status: 'Failed',
    startedAt: 0,
    finishedAt: 1,
    errorMessage: null,
  };
}

/** What would be on disk. */
function stores() {
  const appended = new Map<number, JournalEntry>();
  const changed = new Map<number, JournalEntry>();
  const chunks = new Map<string, string>();
  const journal = {
    append: (_runKey: number, entries: readonly JournalEntry[]) => {
      for (const entry of entries) appended.set(entry.record.ordinal, entry);
    },
    change: (_runKey: number, entry: JournalEntry) => changed.set(entry.record.ordinal, entry),
  } as unknown as JournalStore;
  const chunkStore = {
    write: (_runKey: number, name: string, json: string) => chunks.set(name, json),
    remove: (_runKey: number, name: string) => chunks.delete(name),
  } as unknown as ChunkStore;
  const write = (buffer: JournalBuffer) => buffer.write(journal, chunkStore, RUN_KEY);
  return { appended, changed, chunks, write };
}

describe('records of a step that ran again', () => {
  test('replace appended records, and append new ones', () => {
    const { appended, changed, write } = stores();
    const buffer = new JournalBuffer(2);
    buffer.add(record(1), '{"again":1}', 0);
    buffer.add(record(2), '{"new":1}', 0);
    write(buffer);
    expect([...changed.keys()]).toEqual([1]);
    expect([...appended.keys()]).toEqual([2]);
    expect(buffer.written).toBe(3);
  });

  test('remove the failed attempt’s exact values, which later steps would read instead of the new ones', () => {
    const { chunks, write } = stores();
    const first = new JournalBuffer(0);
    first.add(record(0), '{"values":{"Response":"[redacted]"}}', 0, '{"values":{"Response":"secret"}}');
    write(first);
    expect(chunks.get(exactChunk(0))).toContain('secret');
    const second = new JournalBuffer(1);
    second.add(record(0), '{"values":{"Response":"fine"}}', 0);
    write(second);
    expect(chunks.has(exactChunk(0))).toBe(false);
  });

  test('keep the exact values if the record only closes an open step, without new values', () => {
    const { chunks, write } = stores();
    const first = new JournalBuffer(0);
    first.add(record(0), '{"items":["[redacted]"]}', 0, '{"items":["secret"]}');
    write(first);
    const second = new JournalBuffer(1);
    second.add(record(0), null, 0);
    write(second);
    expect(chunks.get(exactChunk(0))).toContain('secret');
  });
});
