import { type EventReading, listAt, readEventDefinition } from '@portage/connectors/events';
import type { ConnectorDocument, ExtractedOperation, Paging } from '@portage/connectors/openapi';
import type { Page } from '@portage/connectors/paging';
import { valueAt } from '@portage/connectors/requests';
import { MINUTE_MS } from '@portage/primitives/durations';
import { describe, expect, test } from 'vitest';
import type { CompletedCall } from './event-call.ts';
import type { ReadingState } from './event-state.ts';
import { type NewsPage, newReading, takePage } from './read-news.ts';

const START = Date.parse('2026-11-21T12:00:00Z');

function parseReading(written: object): EventReading {
  const { poll } = readEventDefinition({ poll: { operation: 'GET /x', values: { 'query.since': '{cursor}' }, ...written } }).definition;
  if (!poll) throw new Error('There is no reading');
  return poll;
}

/** Mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const completedCall: CompletedCall = {
  document: {} as ConnectorDocument,
  operation: {} as ExtractedOperation,
  values: {},
  url: 'https://a.example/x',
  status: 200,
  headers: {},
  body: null,
};
const pageWith = (items: unknown[]): Page => ({ items, entries: items, itemsPath: 'items' });

interface Item {
  id: string;
  at: number;
}

/** A system with a list of items ordered by time, requested page by page, and the events read from it. */
class Simulation {
  readonly items: Item[] = [];
  readonly reading: EventReading;
  readonly #paging: Paging | null;
  nowMs = START;
  /** How far the system's clock is ahead. */
  aheadMs = 0;
  pageSize = 3;
  /** On disk. */
  state: ReadingState = newReading('f');
  seen = new Map<string, number | null>();
  added: unknown[] = [];

  constructor(reading: EventReading, paging: Paging | null = { style: 'page', parameter: 'query.page', firstPage: 1, itemsPath: 'items' }) {
    this.reading = reading;
    this.#paging = paging;
  }

  create(id: string, lateMs = 0): void {
    this.items.push({ id, at: this.nowMs + this.aheadMs - lateMs });
    this.items.sort((a, b) => a.at - b.at);
  }

  /** Requests and processes one page. @returns whether there is more to read at once; `dies`: before it was on disk */
  step(dies = false): boolean {
    const page = this.#answer();
    const [seen, added] = [new Map(this.seen), [...this.added]];
    const sink = {
      see: (key: string, place: number | null) => !seen.has(key) && Boolean(seen.set(key, place)),
      forgetSeenBefore: (place: number) => {
        for (const [key, at] of seen) if (at !== null && at < place) seen.delete(key);
      },
      add: (_key: string, payload: unknown) => added.push((payload as Item).id),
    };
    const taken = takePage(this.reading, this.state, page, sink, this.nowMs);
    if (dies) return true;
    // As JSON, the way it's stored.
    [this.state, this.seen, this.added] = [JSON.parse(JSON.stringify(taken.state)), seen, added];
    return taken.goesOn;
  }

  read(): void {
    for (let pages = 0; this.step(); pages += 1) if (pages > 5_000) throw new Error('It reads for ever');
  }

  #answer(): NewsPage {
    const asked = this.state.round ?? {
      from: this.state.reached ?? this.nowMs,
      page: null,
      exact: null,
      beganAt: null,
      first: null,
      largest: null,
    };
    const since = asked.exact ?? (asked.from ?? 0) - 5_000;
    const values = asked.page?.values ?? {};
    const first = Number(valueAt(values, 'query.page') ?? 1);
    const found = this.items.filter(({ at }) => at >= since);
    const items = found
      .slice((first - 1) * this.pageSize, first * this.pageSize)
      .map(({ id, at }) => ({ id, at: new Date(at).toISOString() }));
    const operation = { ...(this.#paging ? { paging: this.#paging } : {}) } as unknown as ExtractedOperation;
    const date = new Date(this.nowMs + this.aheadMs).toUTCString();
    return {
      asked,
      answer: { ...completedCall, operation, values, headers: { date }, body: { items } },
      page: pageWith(items),
      answeredAtMs: Date.parse(date),
    };
  }
}

const byTime = () => new Simulation(parseReading({ idPath: 'id', cursorPath: 'at', overlapSeconds: 5 }));

describe('reading news with a cursor', () => {
  test('starts at activation: older items start nothing, later ones start one run each', () => {
    const system = byTime();
    for (let at = 0; at < 20; at += 1) system.create(`old-${at}`, 1_000 * at + 2_000);
    system.read();
    expect(system.added).toEqual([]);
    system.nowMs += MINUTE_MS;
    system.create('new-1');
    system.create('new-2');
    for (let again = 0; again < 3; again += 1) system.read();
    expect(system.added).toEqual(['new-1', 'new-2']);
  });

  test.each([-600_000, -90_000, 90_000, 600_000])('loses and repeats nothing if the system’s clock is %i ms ahead', (aheadMs) => {
    const system = byTime();
    system.aheadMs = aheadMs;
    for (let at = 0; at < 5; at += 1) system.create(`old-${at}`, 2_000 + at);
    system.read();
    for (let minute = 1; minute <= 5; minute += 1) {
      system.nowMs += MINUTE_MS;
      system.create(`new-${minute}`);
      system.read();
    }
    expect(system.added).toEqual(['new-1', 'new-2', 'new-3', 'new-4', 'new-5']);
  });

  test('reads many items of the same instant, over several pages, once each', () => {
    const system = byTime();
    system.read();
    system.nowMs += MINUTE_MS;
    for (let at = 0; at < 20; at += 1) system.create(`same-${at}`);
    system.read();
    system.create('same-late');
    system.read();
    expect(new Set(system.added).size).toBe(21);
    expect(system.added).toHaveLength(21);
  });

  test('finds a late item with an earlier time within the overlap', () => {
    const system = byTime();
    system.read();
    system.nowMs += MINUTE_MS;
    system.create('first');
    system.read();
    system.create('late', 4_000);
    system.read();
    expect(system.added).toEqual(['first', 'late']);
  });

  test('loses nothing if a list shifts while its numbered pages are read: starts over from the last position', () => {
    const system = byTime();
    system.read();
    system.nowMs += MINUTE_MS;
    for (let at = 0; at < 9; at += 1) {
      system.create(`item-${at}`);
      system.nowMs += 10_000;
    }
    system.step();
    // The first item changes: it moves to the end, and all others move up by one.
    const [moved] = system.items.splice(0, 1);
    if (moved) system.items.push({ ...moved, at: system.nowMs });
    system.read();
    expect(new Set(system.added)).toEqual(new Set(Array.from({ length: 9 }, (_, at) => `item-${at}`)));
    // The changed item is a new event.
    expect(system.added).toHaveLength(10);
  });

  test('HOSTILE 1: reads each item exactly once when killed at any page, in 300 random histories', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seededRandom(seed);
      const system = byTime();
      system.pageSize = 1 + Math.floor(random() * 4);
      system.aheadMs = Math.floor((random() - 0.5) * 400_000);
      system.read();
      const created: string[] = [];
      for (let turn = 0; turn < 30; turn += 1) {
        system.nowMs += Math.floor(random() * 20_000);
        for (let more = Math.floor(random() * 6); more > 0; more -= 1) {
          created.push(`item-${created.length}`);
          system.create(created.at(-1) ?? '', Math.floor(random() * 3_000 * Number(system.nowMs > START + 30_000)));
        }
        const pages = Math.floor(random() * 8);
        for (let page = 0; page < pages; page += 1) if (!system.step(random() < 0.3)) break;
      }
      // Items that turned up behind the current position are found by the next poll.
      system.read();
      system.read();
      expect([...system.added].sort(), `seed ${seed}`).toEqual([...created].sort());
    }
  });

  test('reads many items of one second page by page, without starting over for each page', () => {
    const system = byTime();
    system.pageSize = 100;
    system.read();
    system.nowMs += MINUTE_MS;
    for (let at = 0; at < 10_000; at += 1) {
      system.create(`bulk-${at}`);
      if (at % 10 === 0) system.nowMs += 1;
    }
    let pages = 1;
    while (system.step()) pages += 1;
    expect(new Set(system.added).size).toBe(10_000);
    expect(system.added).toHaveLength(10_000);
    expect(pages).toBeLessThan(110);
  });

  test('keeps asking an operation without pages that truncates its response, however large the overlap is', () => {
    const system = new Simulation(parseReading({ idPath: 'id', cursorPath: 'at', overlapSeconds: 5, itemsPath: 'items' }), null);
    system.pageSize = 4;
    system.read();
    system.nowMs += MINUTE_MS;
    for (let at = 0; at < 30; at += 1) {
      system.create(`item-${at}`);
      system.nowMs += 10;
    }
    system.read();
    expect(system.added).toHaveLength(30);
    system.nowMs += MINUTE_MS;
    system.create('later');
    system.read();
    expect(system.added.at(-1)).toBe('later');
    expect(system.added).toHaveLength(31);
  });

  test('forgets seen items once they can’t come again', () => {
    const system = byTime();
    system.read();
    for (let turn = 0; turn < 200; turn += 1) {
      system.nowMs += MINUTE_MS;
      system.create(`item-${turn}`);
      system.read();
    }
    expect(system.added).toHaveLength(200);
    expect(system.seen.size).toBeLessThan(3);
  });
});

describe('reading with the system’s own cursor', () => {
  const page = (cursor: string | null, ids: string[], more = false): NewsPage => ({
    asked: { from: null, page: null, exact: null, beganAt: null, first: null, largest: null },
    answer: {
      ...completedCall,
      body: { items: ids.map((id) => ({ id })), cursor, more },
    },
    page: pageWith(ids.map((id) => ({ id }))),
    answeredAtMs: null,
  });
  const sinkInto = (added: unknown[]) => ({
    see: () => true,
    forgetSeenBefore: () => undefined,
    add: (_key: string, payload: unknown) => added.push((payload as { id: string }).id),
  });

  test('first: skip reads the existing pages without runs; afterwards each page is new', () => {
    const reading = parseReading({ nextCursorPath: 'cursor', hasMorePath: 'more', itemsPath: 'items' });
    const added: string[] = [];
    const first = takePage(reading, newReading('f'), page('a', ['1', '2'], true), sinkInto(added), START);
    expect(first).toMatchObject({ goesOn: true, state: { cursor: 'a', hasBegun: false } });
    const second = takePage(reading, first.state, page('b', ['3']), sinkInto(added), START);
    expect(second).toMatchObject({ goesOn: false, state: { cursor: 'b', hasBegun: true } });
    expect(added).toEqual([]);
    const third = takePage(reading, second.state, page('c', ['4']), sinkInto(added), START);
    // The same cursor again brings nothing, whatever the response contains.
    takePage(reading, third.state, page('c', ['4']), sinkInto(added), START);
    expect(added).toEqual(['4']);
  });

  test.each<[string, ReturnType<typeof page>, RegExp]>([
    ['items without a cursor', page(null, ['1']), /has items, but no cursor at “cursor”/],
    ['more without a cursor, after the first page', page(null, [], true), /more follows/],
    ['more under the cursor that was asked for', page('a', ['1'], true), /more follows, but names no other cursor/],
  ])('HOSTILE 47: %s fails the poll', (_name, odd, message) => {
    const reading = parseReading({ nextCursorPath: 'cursor', hasMorePath: 'more', itemsPath: 'items' });
    const state = { ...newReading('f'), cursor: 'a' };
    expect(() => takePage(reading, state, odd, sinkInto([]), START)).toThrow(message);
    expect(() => takePage(reading, newReading('f'), page(null, ['1']), sinkInto([]), START)).toThrow(/no cursor/);
    expect(takePage(reading, state, page(null, []), sinkInto([]), START)).toMatchObject({ goesOn: false, state: { cursor: state.cursor } });
  });

  test('first: keep reads the existing items', () => {
    const reading = parseReading({ nextCursorPath: 'cursor', itemsPath: 'items', first: 'keep' });
    const added: string[] = [];
    takePage(reading, newReading('f'), page('1', ['1']), sinkInto(added), START);
    expect(added).toEqual(['1']);
  });
});

function memorySink() {
  const seen = new Map<string, number | null>();
  const added: unknown[] = [];
  return {
    added,
    see: (key: string, place: number | null) => !seen.has(key) && Boolean(seen.set(key, place)),
    forgetSeenBefore: (place: number) => {
      for (const [key, at] of seen) if (at !== null && at < place) seen.delete(key);
    },
    add: (_key: string, payload: unknown) => added.push(payload),
  };
}

/** Reads until there is nothing more. @param answer the system's response to a cursor */
function readAll(
  reading: EventReading,
  before: ReadingState,
  sink: ReturnType<typeof memorySink>,
  bodyAt: (from: number | null) => unknown,
) {
  let state = before;
  for (let pages = 0; ; pages += 1) {
    if (pages > 20) throw new Error('It reads for ever');
    const from = state.reached ?? (reading.rows ? 1 : null);
    const asked = state.round ?? { from, page: null, exact: null, beganAt: null, first: null, largest: null };
    const body = bodyAt(asked.exact ?? asked.from);
    const answer = { ...completedCall, headers: { date: new Date(START).toUTCString() }, body };
    const page = pageWith(listAt(body, reading.itemsPath ?? ''));
    const taken = takePage(reading, state, { asked, answer, page, answeredAtMs: START }, sink, START);
    state = JSON.parse(JSON.stringify(taken.state));
    if (!taken.goesOn) return state;
  }
}

describe('reading by numbers', () => {
  test('a larger id than before starts one run, although the system reports the time', () => {
    const reading = parseReading({ idPath: 'id', cursorPath: 'id', cursorFormat: 'number', itemsPath: 'items' });
    const ids = [7];
    const sink = memorySink();
    const answer = (from: number | null) => ({ items: from === null ? [{ id: 7 }] : ids.filter((id) => id >= from).map((id) => ({ id })) });
    let state = readAll(reading, newReading('f'), sink, answer);
    expect(sink.added).toEqual([]);
    for (const id of [8, 9]) {
      ids.push(id);
      state = readAll(reading, state, sink, answer);
    }
    readAll(reading, state, sink, answer);
    expect(sink.added).toEqual([{ id: 8 }, { id: 9 }]);
  });

  test('seconds of the system’s own clock lose nothing in the repeated hour', () => {
    const reading = parseReading({ cursorPath: 'at', cursorFormat: 'number', overlapSeconds: 3_660, itemsPath: 'items' });
    const items = [{ id: 'a', at: 100_000 }];
    const sink = memorySink();
    const answer = (from: number | null) => ({ items: from === null ? items : items.filter(({ at }) => at >= from - 3_660) });
    let state = readAll(reading, newReading('f'), sink, answer);
    items.push({ id: 'b', at: 103_000 });
    state = readAll(reading, state, sink, answer);
    // The clocks went back an hour in between.
    items.unshift({ id: 'c', at: 99_500 });
    state = readAll(reading, state, sink, answer);
    readAll(reading, state, sink, answer);
    expect(sink.added).toEqual([
      { id: 'b', at: 103_000 },
      { id: 'c', at: 99_500 },
    ]);
  });
});

describe('rows of a sheet', () => {
  const reading = parseReading({ itemsPath: 'valueRanges[1].values', rows: { headersPath: 'valueRanges[0].values[0]' } });
  const sheetOf = (rows: string[][]) => (from: number | null) => ({
    valueRanges: [{ values: rows.slice(0, 1) }, { values: rows.length >= (from ?? 1) ? rows.slice((from ?? 1) - 1) : undefined }],
  });
  const rowNumbers = ({ added }: { added: unknown[] }) => added.map((row) => (row as { row: number }).row);

  test('existing rows start nothing; new rows below them start one run each, with column names', () => {
    const sink = memorySink();
    const rows = [['Name'], ['Ada']];
    let state = readAll(reading, newReading('f'), sink, sheetOf(rows));
    state = readAll(reading, state, sink, sheetOf(rows));
    expect(sink.added).toEqual([]);
    rows.push(['Bob'], ['Cid']);
    state = readAll(reading, state, sink, sheetOf(rows));
    readAll(reading, state, sink, sheetOf(rows));
    expect(sink.added).toEqual([
      { row: 3, values: { Name: 'Bob' }, cells: ['Bob'] },
      { row: 4, values: { Name: 'Cid' }, cells: ['Cid'] },
    ]);
  });

  test('an empty sheet gets its headers, and its first row is new', () => {
    const sink = memorySink();
    const rows: string[][] = [];
    let state = readAll(reading, newReading('f'), sink, sheetOf(rows));
    rows.push(['Name'], ['Ada']);
    state = readAll(reading, state, sink, sheetOf(rows));
    readAll(reading, state, sink, sheetOf(rows));
    expect(rowNumbers(sink)).toEqual([2]);
  });

  test('rows are counted again after deletions, and later rows are new', () => {
    const sink = memorySink();
    const rows = [['Name'], ['Ada'], ['Bob'], ['Cid']];
    let state = readAll(reading, newReading('f'), sink, sheetOf(rows));
    rows.length = 2;
    state = readAll(reading, state, sink, sheetOf(rows));
    expect(sink.added).toEqual([]);
    rows.push(['Dan']);
    readAll(reading, state, sink, sheetOf(rows));
    expect(rowNumbers(sink)).toEqual([3]);
  });
});
