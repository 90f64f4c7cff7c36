import { describe, expect, test } from 'vitest';
import type { OpenSide } from './entity-calls.ts';
import type { RecordPage } from './read-records.ts';
import { nextCall } from './sorted-reading.ts';

const BEGAN = Date.parse('2026-11-01T00:00:00Z');
const second = (at: number) => BEGAN - 1_000_000 + at * 1_000;
const NEXT = { values: { query: { offset: 50 } } };

function buildSide(isSorted: boolean): OpenSide {
  const cursor = { path: 'changedAt', format: 'unix-ms', overlapSeconds: 60, ...(isSorted ? { isSorted } : {}) };
  const list = { operation: 'GET /products', values: { 'query.since': '{cursor}' }, quoting: 'doubled', cursor };
  return { connectorId: 'c', connectorTypeId: 't', typeName: 'Shop', fields: {}, entity: { list } } as unknown as OpenSide;
}

const page = (first: number, largest: number, change: Partial<RecordPage> = {}): RecordPage => ({
  records: [],
  next: NEXT,
  isNumbered: true,
  first: second(first),
  largest: second(largest),
  askedAtMs: BEGAN,
  ...change,
});
const flow = { source: { parameters: {} } } as unknown as Parameters<typeof nextCall>[1];
const beginning = { from: null, first: null, largest: null };
const after = (one: RecordPage, before = beginning as Parameters<typeof nextCall>[3], isSorted = true) =>
  nextCall(buildSide(isSorted), flow, one, before, BEGAN);

describe('after a page, a reading', () => {
  test('starts over at the largest position of the page, two seconds before it', () => {
    const { call, read } = after(page(0, 100));
    expect(call?.values).toEqual({ query: { since: second(98) } });
    expect(read).toEqual({ from: second(100), first: null, largest: null });
  });

  test('requests the next page if the list is in another order, or its pages have no numbers', () => {
    expect(after(page(0, 100), beginning, false).call).toBe(NEXT);
    expect(after(page(0, 100, { isNumbered: false })).call).toBe(NEXT);
    expect(after(page(0, 100, { next: null })).call).toBeNull();
  });

  test('requests the next page while everything read lies within two seconds, because starting over would read it again', () => {
    const first = after(page(0, 1));
    expect(first.call).toBe(NEXT);
    expect(after(page(1, 5), first.read).call?.values).toEqual({ query: { since: second(-1) } });
  });

  test('never starts over at a position where it has started before, or at one after the reading began', () => {
    expect(after(page(96, 100), { from: second(100), first: null, largest: null }).call).toBe(NEXT);
    const late = after(page(0, 2_000));
    expect(late.call?.values).toEqual({ query: { since: BEGAN - 2_000 } });
    expect(after(page(998, 2_000), late.read).call).toBe(NEXT);
  });
});
