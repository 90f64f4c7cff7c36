import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OddResponse, respondOddly } from './odd-answer.ts';
import { handleSheetCall, type SheetRows } from './sheet-rows.ts';
import { inWireForm, type WireForm } from './wire-form.ts';

interface StoredRecord {
  id: string;
  changedAt: string;
  [field: string]: unknown;
}

interface Space {
  rows: SheetRows;
  kinds: Map<string, Map<string, StoredRecord>>;
  calls: { method: string; path: string; key: string | undefined; status: number; at: number }[];
  putBeforeRead: Change['putBeforeRead'];
  odd: OddResponse | null;
  /** How lists are written, in turn. */
  wire: WireForm[];
  /** How the next writes fail. */
  faults: string[];
  nextId: number;
  clockMs: number;
  /** The clock was set: responses have it in their `Date` header. */
  isClockSet: boolean;
  /** Writes wait while this is set. */
  held: { count: number; isClosed: boolean; release(): void; released: Promise<void> } | null;
  /** The most writes within half a second; more are refused with 429. */
  mostWrites: number;
  pageRecords: number;
  /** How long searches miss a new record. */
  searchLagMs: number;
  /** By kind and id. */
  madeAtMs: Map<string, number>;
}

const PAGE_RECORDS = 50;
const WINDOW_MS = 500;
const FIRST_MS = Date.parse('2026-01-01T00:00:00Z');

/**
 * A system with several kinds of records and a separate space for each test: `/k/{key}/{kind}` lists, creates, updates and searches them.
 * The first page of the kind `stuck` never ends.
 *
 * `POST /control/{key}` stores records and makes the next writes fail:
 * - `500`, `503`, `422`, `429`: with that status
 * - `lost`: done, then the connection is cut
 * - `silent`: done, and the response has no id
 * - `unsuccessful`: not done, with status 200
 * - `garbled`: not done, with an HTML page
 *
 * It also sets `hold` (`true`: writes wait until `false`; `'those'`: only those already waiting keep waiting), `clockMs` (the system's
 * clock), `mostWrites` (writes allowed in half a second), `pageRecords` (page size) and `searchLagMs` (how long searches miss a new record).
 *
 * `/k/{key}/{kind}/batch` creates (POST) or updates (PATCH) several records with a response for each. It can also be `half` done and then
 * cut, or `short` of one response. A record whose name begins with `Refused` is refused, alone or in a batch. `/k/{key}/spreadsheets` is a
 * sheet; `rows` of the control shows its rows.
 */
export async function startRecordServer(): Promise<{ origin: string; stop(): Promise<void> }> {
  const spaces = new Map<string, Space>();
  const spaceOf = (key: string) => {
    const known = spaces.get(key) ?? {
      rows: [['Key', 'Name']],
      kinds: new Map(),
      calls: [],
      putBeforeRead: undefined,
      odd: null,
      wire: [],
      faults: [],
      nextId: 1,
      clockMs: FIRST_MS,
      isClockSet: false,
      held: null,
      mostWrites: Number.POSITIVE_INFINITY,
      pageRecords: PAGE_RECORDS,
      searchLagMs: 0,
      madeAtMs: new Map(),
    };
    spaces.set(key, known);
    return known;
  };
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    handleRequest(request, response, spaceOf).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Change {
  put?: Record<string, object[]>;
  /** Inserted before the nth reading of a list from now on. */
  putBeforeRead?: { read: number; put: Record<string, object[]> };
  remove?: string[];
  /** Sent instead of a list. */
  odd?: OddResponse | null;
  wire?: WireForm[];
  faults?: string[];
  hold?: boolean | 'those';
  clockMs?: number;
  mostWrites?: number;
  pageRecords?: number;
  searchLagMs?: number;
}

function holdWrites(): NonNullable<Space['held']> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { count: 0, isClosed: false, release, released };
}

async function handleRequest(request: IncomingMessage, response: ServerResponse, spaceOf: (key: string) => Space): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = parts.length > 0 ? (JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>) : {};
  const url = new URL(request.url ?? '/', 'http://records');
  const [, area = '', key = '', kind = '', id, , range = ''] = url.pathname.split('/').map(decodeURIComponent);
  const space = spaceOf(key);
  const json = (value: unknown, status = 200, headers: Record<string, string> = {}) => {
    if (area === 'k') {
      const { method = '', url: path = '' } = request;
      space.calls.push({ method, path, key: request.headers['idempotency-key'] as string | undefined, status, at: Date.now() });
    }
    const date = space.isClockSet ? { date: new Date(space.clockMs).toUTCString() } : {};
    response.writeHead(status, { 'content-type': 'application/json', ...date, ...headers }).end(JSON.stringify(value));
  };
  const records = space.kinds.get(kind) ?? new Map<string, StoredRecord>();
  space.kinds.set(kind, records);
  const tick = () => {
    space.clockMs += 1_000;
    return new Date(space.clockMs).toISOString();
  };
  const putIn = (put: Record<string, object[]>) => {
    for (const [name, list] of Object.entries(put)) {
      const of = space.kinds.get(name) ?? new Map<string, StoredRecord>();
      space.kinds.set(name, of);
      for (const record of list as Partial<StoredRecord>[]) {
        const ownId = record.id ?? '';
        of.set(ownId, { ...of.get(ownId), id: ownId, ...record, changedAt: record.changedAt ?? tick() } as StoredRecord);
      }
    }
  };
  if (area === 'control') {
    const { put = {}, putBeforeRead, odd, wire, remove = [], faults, hold, clockMs, mostWrites, pageRecords, searchLagMs } = body as Change;
    if (searchLagMs !== undefined) space.searchLagMs = searchLagMs;
    if (putBeforeRead) space.putBeforeRead = { ...putBeforeRead };
    if (odd !== undefined) space.odd = odd;
    if (wire !== undefined) space.wire = wire;
    if (mostWrites !== undefined) space.mostWrites = mostWrites;
    if (pageRecords !== undefined) space.pageRecords = pageRecords;
    if (clockMs !== undefined) Object.assign(space, { clockMs, isClockSet: true });
    if (hold === true) space.held = holdWrites();
    if (hold === 'those' && space.held) space.held.isClosed = true;
    if (hold === false) {
      space.held?.release();
      space.held = null;
    }
    putIn(put);
    for (const name of remove) space.kinds.get(name.split('/')[0] ?? '')?.delete(name.split('/')[1] ?? '');
    if (faults) space.faults = faults;
    const all = Object.fromEntries([...space.kinds].map(([name, of]) => [name, [...of.values()]]));
    return json({ records: all, rows: space.rows, calls: space.calls, faultsLeft: space.faults.length, heldCount: space.held?.count ?? 0 });
  }
  if (kind === 'spreadsheets') {
    const fault = request.method === 'GET' ? undefined : space.faults.shift();
    if (fault === '500') return json({ error: { message: 'broken' } }, 500);
    const done = handleSheetCall(space.rows, request.method ?? '', range, url.searchParams, body);
    if (fault === 'lost') return void request.socket.destroy();
    return json(done ?? { error: { message: `No such call: ${range}` } }, done ? 200 : 400);
  }
  if (request.method === 'GET' && id === undefined) {
    if (respondOddly(space.odd, response)) return;
    if (space.putBeforeRead) {
      space.putBeforeRead.read -= 1;
      if (space.putBeforeRead.read === 0) putIn(space.putBeforeRead.put);
    }
    const since = url.searchParams.get('since') ?? '';
    const isSearchable = ({ id: ownId }: StoredRecord) => Date.now() >= (space.madeAtMs.get(`${kind}/${ownId}`) ?? 0) + space.searchLagMs;
    // `sku` and `name` are one value, `ids`, `skus` and `names` several.
    const isWanted = (one: StoredRecord) =>
      ['id', 'sku', 'name'].every((field) => {
        const value = url.searchParams.get(field);
        const wanted = value === null ? url.searchParams.get(`${field}s`)?.split('|') : [value];
        return wanted === undefined || (wanted.includes(String(one[field])) && isSearchable(one));
      });
    const from = kind === 'stuck' ? 0 : Number(url.searchParams.get('after') ?? 0);
    const all = [...records.values()].filter((one) => one.changedAt >= since && isWanted(one));
    all.sort((left, right) => (left.changedAt < right.changedAt ? -1 : 1));
    const to = from + space.pageRecords;
    const page = { items: all.slice(from, to), next: to < all.length ? String(to) : null };
    const form = space.wire.shift();
    if (form === undefined) return json(page);
    space.wire.push(form);
    const { headers, bytes } = inWireForm(JSON.stringify(page), form);
    return void response.writeHead(200, headers).end(bytes);
  }
  if (request.method === 'GET') return records.has(id ?? '') ? json(records.get(id ?? '')) : json({ error: { message: 'not there' } }, 404);
  if (space.held && !space.held.isClosed) {
    space.held.count += 1;
    await space.held.released;
  }
  const isTaken = ({ method, status, at }: Space['calls'][number]) => method !== 'GET' && status < 300 && at > Date.now() - WINDOW_MS;
  const fault = space.calls.filter(isTaken).length < space.mostWrites ? space.faults.shift() : '429';
  if (fault === '429') return json({ error: { message: 'slow down' } }, 429, { 'retry-after': '1' });
  if (fault === '503') return json({ error: { message: 'under maintenance' } }, 503, { 'retry-after': '1' });
  if (fault === '500') return json({ error: { message: 'broken' } }, 500);
  if (fault === 'unsuccessful') return json({ success: false, message: 'The shop is closed.' });
  if (fault === 'garbled') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>busy</html>');
  if (fault === '422') return json({ error: { message: 'the name is taken' } }, 422);
  const cut = () => {
    space.calls.push({ method: request.method ?? '', path: request.url ?? '', key: undefined, status: 0, at: Date.now() });
    request.socket.destroy();
  };
  const put = (ownId: string, fields: object): StoredRecord => {
    const record = { ...records.get(ownId), ...fields, id: ownId, changedAt: tick() };
    if (!records.has(ownId)) space.madeAtMs.set(`${kind}/${ownId}`, Date.now());
    records.set(ownId, record);
    return record;
  };
  if (id === 'batch') {
    const entries = body.entries as ({ kind: string; record: { name?: string }; id?: string } & object)[];
    const done = fault === 'half' ? entries.slice(0, entries.length / 2) : entries;
    const answers = done.map(({ record, id: known, kind: ofKind }) => {
      const problem = ofKind === kind ? findProblem(record) : 'it is of another kind';
      if (problem) return { ok: false, reason: problem };
      if (known !== undefined && !records.has(known)) return { ok: false, reason: 'not there' };
      const { id: ownId, changedAt } = put(known ?? `t${space.nextId++}`, record);
      return { ok: true, id: ownId, changedAt };
    });
    if (fault === 'lost' || fault === 'half') return cut();
    return json({ answers: fault === 'short' ? answers.slice(1) : answers });
  }
  const problem = findProblem(body);
  if (problem) return json({ error: { message: problem } }, 422);
  if (request.method === 'PUT' && !records.has(id ?? '')) return json({ error: { message: 'not there' } }, 404);
  const record = put(id ?? `t${space.nextId++}`, body);
  if (fault === 'lost') return cut();
  if (fault === 'silent') return json({}, 202);
  return json({ record }, id === undefined ? 201 : 200);
}

function findProblem({ name }: { name?: unknown }): string | null {
  return String(name).startsWith('Refused') ? `${name}, as it says` : null;
}
