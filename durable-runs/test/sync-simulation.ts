import { documentInMemory } from '@portage/connectors/openapi';
import type { ClaimedFlow, EarlierClaim, SyncItemWrite, WantedClaim } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import type { FlowDefinition } from '@portage/sync';
import type { ConflictRule } from '@portage/workflow';
import { vi } from 'vitest';
import type { StepContext, StepResult } from '../src/step-context/step-handler.ts';
import { syncFlows } from '../src/sync/sync-flows.ts';
import { recordDocument, writesMany } from './record-document.ts';

/** The object ended here: its memory is gone. */
class Crash extends Error {}

/** One attempt at a part of a run. After its crash it does nothing more. */
interface Life {
  isDown: boolean;
}

interface SystemRecord {
  id: string;
  sku: string;
  name: string;
  /** Id of the source's record that was written here. */
  ownerId?: string;
  changedAt: string;
}

const KIND = 'products';
const lag = { consistentAfterSeconds: 20 };
const document = documentInMemory(recordDocument([KIND], { [KIND]: lag }));
const findMany = {
  ...{ key: 'body.sku', operation: `GET /${KIND}`, values: { 'query.skus': '{keys}' } },
  ...{ equalsPath: 'sku', joinedBy: '|', most: 200, itemsPath: 'items' },
};
const documentThatFindsMany = documentInMemory(recordDocument([KIND], { [KIND]: { ...lag, findMany } }));
const documentThatWritesMany = documentInMemory(recordDocument([KIND], { [KIND]: { ...lag, ...writesMany(KIND, 25), findMany } }));
const byName = { ...{ key: 'body.name', operation: `GET /${KIND}`, values: { 'query.name': '{key}' } }, equalsPath: 'name', title: 'name' };
const bySku = { ...{ key: 'body.sku', operation: `GET /${KIND}`, values: { 'query.sku': '{key}' } }, equalsPath: 'sku', title: 'SKU' };
const documentThatFindsNames = documentInMemory(recordDocument([KIND], { [KIND]: { ...lag, find: [bySku, byName] } }));
/** A run that needs more parts than this never ends. */
const MOST_PARTS = 400;
/** A run that is silent for this long loses its flow. */
const LEASE_MS = 10 * MINUTE_MS;

export interface SyncStory {
  chance(): number;
  crashChance: number;
  faultChance: number;
  /** How likely people change a record between two pages of a list, and while a sync is down. */
  changeChance: number;
  /** The order of lists. */
  sortedBy: 'changedAt' | 'id';
  pageRecords: number;
  /** Rule of all flows. Absent: the source wins. */
  conflictRule?: ConflictRule;
  /** Records are searched together, in one call. */
  findsMany?: boolean;
  /** They are also written together, if there are enough. */
  writesMany?: boolean;
  /** Records are also found by their name, and contain the id of their source. */
  findsNames?: boolean;
  /** How long searches miss a new record. */
  searchLagMs?: number;
  /** After each write: time may pass, or another sync begin. */
  afterWrite?(writes: number): void;
}

/** Two systems in memory, the contents of PostgreSQL and the run's disk, and a sync driven through all of it. */
export class SyncWorld {
  readonly systems: Record<'a' | 'b', Map<string, SystemRecord>> = { a: new Map(), b: new Map() };
  readonly writes: { system: string; id: string }[] = [];
  /** Records written from one source record and then from another. */
  readonly merged: string[] = [];
  /** Statements PostgreSQL received. */
  statements = 0;
  readonly #madeAtMs = new Map<string, number>();
  #story: SyncStory;
  #clockMs = Date.parse('2026-01-01T00:00:00Z');
  #nextId = 1;
  #claims = new Map<string, Omit<EarlierClaim, 'isSettled' | 'targetItemId' | 'doubt' | 'written'> & { order: number }>();
  /** When items were settled, in the order of all events. */
  #settledAt = new Map<string, number>();
  #writtenAt = new Map<string, number>();
  #flows = new Map<string, { row: ClaimedFlow & { runId: string | null; heldAtMs: number }; items: Map<string, SyncItemWrite> }>();

  constructor(story: SyncStory) {
    this.#story = story;
  }

  setStory(change: Partial<SyncStory>): void {
    this.#story = { ...this.#story, ...change };
  }

  put(system: 'a' | 'b', record: Omit<SystemRecord, 'changedAt'>): void {
    this.#clockMs += 1_000;
    this.systems[system].set(record.id, { ...record, changedAt: new Date(this.#clockMs).toISOString() });
  }

  items(): SyncItemWrite[] {
    return [...this.#flows.values()].flatMap(({ items }) => [...items.values()]);
  }

  /** Items the flows ask a person about. */
  asked(): SyncItemWrite[] {
    return this.items().filter(({ status, error }) => status === 'Error' && error?.includes('changed in the source and in'));
  }

  /** A person decides for the source, as “Sync again” does. */
  decide(items: readonly SyncItemWrite[]): void {
    for (const item of items)
      Object.assign(item, { status: 'InProgress', error: null, fingerprint: null, attempts: 0, writtenAtMs: null, nextAttemptAtMs: 0 });
  }

  /** Makes failed items due, as time or a person would. */
  passTime(): void {
    for (const item of this.items()) if (item.nextAttemptAtMs !== null) item.nextAttemptAtMs = 0;
  }

  /** One run of the flow to its end, with crashes between any two effects. */
  async sync(from: 'a' | 'b', to: 'a' | 'b', workflow = ''): Promise<void> {
    const runId = `run-${this.#nextId++}`;
    const flow = buildFlow(from, to, this.#story);
    let progress: unknown;
    const notes = new Map<string, unknown>();
    for (let part = 0; part < MOST_PARTS; part += 1) {
      let result: StepResult;
      try {
        result = await syncFlows(
          [{ flow, integrationType: null, dashboardEntity: null, direction: 'SourceToTarget', firstCursorMs: null }],
          this.#context(runId, progress, notes, workflow),
        );
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        this.#changeMeanwhile(from);
        continue;
      }
      if (this.#crashes()) continue;
      if (result.outcome.kind !== 'more') return;
      progress = JSON.parse(JSON.stringify(result.outcome.progress));
      notes.clear();
    }
    throw new Error('The sync does not end');
  }

  #crashes(): boolean {
    return this.#story.chance() < this.#story.crashChance;
  }

  #effect(life: Life): void {
    life.isDown ||= this.#crashes();
    if (life.isDown) throw new Crash();
  }

  #context(runId: string, progress: unknown, notes: Map<string, unknown>, workflow: string): StepContext {
    const life: Life = { isDown: false };
    const lease = (connectorId: string) => ({
      connectorId,
      connectorTypeId: 't',
      connectorName: connectorId,
      typeName: connectorId,
      isSimulated: false,
      hasSignIn: false,
      documentId: 'd',
      baseUrl: `https://${connectorId}.test`,
      allowedHosts: [`${connectorId}.test`],
      credentials: null,
      extraKeys: [],
      secrets: [],
      revision: 1,
      isMarkedBroken: false,
      expirySigns: [],
      rateLimitSigns: [],
    });
    const context: Partial<StepContext> = {
      nowMs: this.#clockMs,
      idempotencyKey: runId,
      idempotencyKeyOf: (part) => `${runId}/${part}`,
      progress,
      notes: {
        get: (name) => notes.get(name),
        put: (entries) => {
          this.#effect(life);
          for (const [name, value] of entries) notes.set(name, JSON.parse(JSON.stringify(value)));
        },
      },
      chain: { hops: 0, origin: runId },
      signal: new AbortController().signal,
      scope: { steps: {}, data: {}, consts: {}, now: () => new Date(this.#clockMs) },
      // The test uses a fake clock.
      pause: async (ms) => void vi.setSystemTime(Date.now() + ms),
      countItems: () => undefined,
      redact: (value) => value,
      hasStrikes: false,
      overTime: () => null,
      document: async () => {
        const { writesMany: isWrittenTogether, findsMany, findsNames } = this.#story;
        if (findsNames) return documentThatFindsNames;
        return isWrittenTogether ? documentThatWritesMany : findsMany ? documentThatFindsMany : document;
      },
      connection: (connectorId) => ({
        lease: async () => ({ outcome: 'leased', lease: lease(connectorId) }),
        describe: async () => ({ outcome: 'leased', lease: lease(connectorId) }),
        reportRateLimit: async () => undefined,
        reportCredentials: async () => undefined,
      }),
      sendOneOfMany: async (request) => this.#answer(life, new URL(request.url), request.method, request.body),
      sync: this.#port(life, runId, workflow),
    };
    return context as StepContext;
  }

  #answer(
    life: Life,
    url: URL,
    method: string,
    body: unknown,
  ):
    | { ok: true; status: number; headers: Record<string, string>; url: string; body: Uint8Array }
    | { ok: false; message: string; retryable: boolean } {
    this.#effect(life);
    const system = url.hostname.startsWith('a') ? 'a' : 'b';
    const records = this.systems[system];
    const json = (value: unknown, status = 200) => ({
      ok: true as const,
      status,
      headers: { 'content-type': 'application/json', date: new Date(this.#clockMs).toUTCString() },
      url: url.href,
      body: new TextEncoder().encode(JSON.stringify(value)),
    });
    const id = url.pathname.split('/')[2];
    if (method === 'GET') {
      if (id !== undefined) return records.has(id) ? json(records.get(id)) : json({}, 404);
      const since = url.searchParams.get('since') ?? '';
      const skus = url.searchParams.get('skus')?.split('|') ?? null;
      if (skus && this.#strikes()) return json({ error: { message: 'refused' } }, 400);
      const sku = url.searchParams.get('sku');
      const name = url.searchParams.get('name');
      const isFound = (value: string, one: SystemRecord, field: string) =>
        plain(field) === plain(value) && Date.now() >= (this.#madeAtMs.get(one.id) ?? 0) + (this.#story.searchLagMs ?? 0);
      const placeOf = (one: SystemRecord) => (this.#story.sortedBy === 'id' ? one.id : `${one.changedAt} ${one.id}`);
      const after = url.searchParams.get('after') ?? '';
      const all = [...records.values()].filter(
        (one) =>
          one.changedAt >= since &&
          placeOf(one) > after &&
          (sku === null || isFound(sku, one, one.sku)) &&
          (name === null || isFound(name, one, one.name)) &&
          (skus?.includes(one.sku) ?? true),
      );
      all.sort((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1));
      const { pageRecords } = this.#story;
      const [items, last] = [all.slice(0, pageRecords), all[pageRecords - 1]];
      const answer = json({ items, next: last && all.length > pageRecords ? placeOf(last) : null });
      if (sku === null && skus === null && name === null) this.#changeMeanwhile(system);
      return answer;
    }
    const isBatch = id === 'batch';
    const fault = this.#strikes() ? Math.floor(this.#story.chance() * (isBatch ? 6 : 3)) : -1;
    if (fault === 0) return json({ error: { message: 'broken' } }, 503);
    if (fault === 1) return json({ error: { message: 'refused' } }, 422);
    const lost = { ok: false as const, message: 'The connection was cut.', retryable: true };
    if (isBatch) {
      const answers = this.#writeBatch(system, String(body), fault === 3);
      // The object may end while the response is on its way.
      this.#effect(life);
      if (fault === 2 || fault === 3) return lost;
      return json({ answers: fault === 4 ? answers.slice(1) : answers });
    }
    const fields = JSON.parse(String(body)) as Omit<SystemRecord, 'id' | 'changedAt'>;
    const ownId = id ?? `${system}${this.#nextId++}`;
    const before = records.get(ownId);
    if (!before) this.#madeAtMs.set(ownId, Date.now());
    if (before?.ownerId !== undefined && fields.ownerId !== before.ownerId) this.merged.push(`${before.ownerId} ${fields.ownerId}`);
    if (id !== undefined && !before) return json({}, 404);
    this.put(system, { ...before, ...fields, id: ownId });
    this.writes.push({ system, id: ownId });
    this.#story.afterWrite?.(this.writes.length);
    // The object may end while the response is on its way.
    this.#effect(life);
    if (fault === 2) return lost;
    return json({ record: records.get(ownId) }, id === undefined ? 201 : 200);
  }

  #strikes(): boolean {
    return this.#story.chance() < this.#story.faultChance;
  }

  /** Some of the records may be refused, and if the call is cut in the middle, only some are written. */
  #writeBatch(system: 'a' | 'b', body: string, isCut: boolean): object[] {
    const { entries } = JSON.parse(body) as { entries: { id?: string; record: Omit<SystemRecord, 'id' | 'changedAt'> }[] };
    const done = isCut ? entries.slice(0, Math.floor(this.#story.chance() * entries.length)) : entries;
    const records = this.systems[system];
    return done.map(({ id, record }) => {
      if (this.#strikes()) return { ok: false, reason: 'refused' };
      if (id !== undefined && !records.has(id)) return { ok: false, reason: 'not there' };
      const ownId = id ?? `${system}${this.#nextId++}`;
      this.put(system, { ...records.get(ownId), ...record, id: ownId });
      this.writes.push({ system, id: ownId });
      this.#story.afterWrite?.(this.writes.length);
      return { ok: true, id: ownId, changedAt: records.get(ownId)?.changedAt };
    });
  }

  #changeMeanwhile(system: 'a' | 'b'): void {
    const { chance, changeChance } = this.#story;
    if (chance() >= changeChance) return;
    const all = [...this.systems[system].values()];
    for (let change = 0; change < 3; change += 1) {
      const one = all[Math.floor(chance() * all.length)];
      if (one) this.put(system, { ...one, name: `meanwhile ${chance()}` });
    }
  }

  #port(life: Life, runId: string, workflow: string): StepContext['sync'] {
    const flowWithId = (flowId: string) => {
      const found = [...this.#flows.values()].find(({ row }) => row.flowId === flowId);
      if (!found) throw new Error('There is no such flow');
      return found;
    };
    const effect = async <T>(work: () => T): Promise<T> => {
      this.statements += 1;
      this.#effect(life);
      const result = work();
      // It's done there, and the response may be lost with the object.
      this.#effect(life);
      return result;
    };
    return {
      integration: async () => null,
      claim: (wanted) =>
        effect(() => {
          const known = this.#flows.get(workflow + wanted.flowKey) ?? {
            row: {
              flowId: `f${this.#nextId++}`,
              cursor: null,
              cursorOf: null,
              sourceIdPath: null,
              isPaused: false,
              isClaimed: true,
              isEnding: false,
              runId: null,
              heldAtMs: 0,
            },
            items: new Map(),
          };
          this.#flows.set(workflow + wanted.flowKey, known);
          const { row } = known;
          if (row.runId === null || row.heldAtMs < Date.now() - LEASE_MS) row.runId = runId;
          if (row.runId === runId) row.heldAtMs = Date.now();
          return { ...known.row, isClaimed: known.row.runId === runId };
        }),
      fail: async () => {},
      kept: async () => [],
      page: ({ flowId, sourceItemIds, oppositeKey }) =>
        effect(() => {
          const { row, items } = flowWithId(flowId);
          const opposite = this.#flows.get(oppositeKey);
          const wanted = new Set(sourceItemIds);
          return {
            isOurs: row.runId === runId,
            isPaused: false,
            // Only counts need the time.
            items: [...items.values()]
              .filter(({ sourceItemId }) => wanted.has(sourceItemId))
              .map((item) => ({ ...item, lastUpdatedAtMs: 0 })),
            echoes: [...(opposite?.items.values() ?? [])]
              .filter(({ targetItemId }) => targetItemId !== null && wanted.has(targetItemId))
              .map((item) => ({
                sourceItemId: item.targetItemId ?? '',
                otherItemId: item.sourceItemId,
                writtenAtMs: item.writtenAtMs,
                targetChangedAtMs: item.targetChangedAtMs,
                isFailed: ['Error', 'InProgress'].includes(item.status) && item.error !== null,
                error: item.error,
                // An item in Error keeps the record as it was read, not as it was carried over.
                otherChangedAt: ['Success', 'Skipped'].includes(item.status) ? (parseRecord(item)?.changedAt ?? null) : null,
              })),
            links: [],
          };
        }),
      storedSides: ({ flowId, oppositeKey, sourceItemIds }) =>
        effect(() => {
          const isCarried = (item: SyncItemWrite | undefined) => item !== undefined && ['Success', 'Skipped'].includes(item.status);
          const own = flowWithId(flowId).items;
          const others = [...(this.#flows.get(oppositeKey)?.items.values() ?? [])];
          const at = (id: string, item: SyncItemWrite) => this.#settledAt.get(`${id}/${item.sourceItemId}`) ?? null;
          return sourceItemIds.map((sourceItemId) => {
            const item = own.get(sourceItemId);
            const other = others.find(({ targetItemId }) => targetItemId === sourceItemId);
            const otherId = this.#flows.get(oppositeKey)?.row.flowId ?? '';
            return {
              sourceItemId,
              ownRecord: item && isCarried(item) ? parseRecord(item) : null,
              ownWritten: JSON.parse(item?.writtenJson ?? 'null'),
              ownAtMs: item && isCarried(item) ? at(flowId, item) : null,
              ownWrittenAtMs: item ? (this.#writtenAt.get(`${flowId}/${sourceItemId}`) ?? null) : null,
              otherRecord: other && isCarried(other) ? parseRecord(other) : null,
              otherWritten: JSON.parse(other?.writtenJson ?? 'null'),
              otherAtMs: other && isCarried(other) ? at(otherId, other) : null,
              otherWrittenAtMs: other ? (this.#writtenAt.get(`${otherId}/${other.sourceItemId}`) ?? null) : null,
            };
          });
        }),
      due: (flowId, beforeMs, limit) =>
        effect(() =>
          [...flowWithId(flowId).items.values()]
            .filter(({ nextAttemptAtMs }) => nextAttemptAtMs !== null && nextAttemptAtMs <= beforeMs)
            .slice(0, limit)
            .map((item) => ({ ...item, sourceRecord: parseRecord(item) })),
        ),
      claimRecords: ({ flowId, sourceKind, heldSinceMs }, wanted) =>
        effect(() => {
          const earlier: EarlierClaim[] = [];
          const refused: string[] = [];
          const keysOf = ({ key, recordKey, sourceItemId }: WantedClaim) =>
            [...new Set([key, recordKey ?? key])].map((one) => ({ key: one, sourceItemId }));
          for (const { key, sourceItemId } of wanted.flatMap(keysOf)) {
            const before = this.#claims.get(key);
            const item = before && flowWithId(before.flowId).items.get(before.sourceItemId);
            const isSettled = before !== undefined && (this.#settledAt.get(`${before.flowId}/${before.sourceItemId}`) ?? 0) > before.order;
            const { targetItemId = null, doubt = null, writtenJson = null } = item ?? {};
            const isVoid = isSettled && targetItemId === null && doubt?.sinceMs == null;
            const isOwn = before?.flowId === flowId && before.sourceItemId === sourceItemId;
            if (before) earlier.push({ ...before, isSettled, targetItemId, doubt, written: JSON.parse(writtenJson ?? 'null') });
            if (before && !isOwn && !isVoid && before.claimedAtMs >= heldSinceMs) refused.push(key);
            else this.#claims.set(key, { key, sourceItemId, flowId, sourceKind, claimedAtMs: Date.now(), order: this.#nextId++ });
          }
          return { earlier, refused, origins: [] };
        }),
      itemsOfTargets: (flowId, ids) =>
        effect(() =>
          // Of all workflows: simulated flows that exist at the same time have the same kinds of records.
          [...(this.#story.findsNames ? [...this.#flows.values()] : [flowWithId(flowId)])]
            .flatMap(({ items }) => [...items.values()])
            .flatMap(({ sourceItemId, targetItemId }) =>
              targetItemId !== null && ids.includes(targetItemId) ? [{ sourceItemId, targetItemId }] : [],
            ),
        ),
      lastWritten: (flowId, ids) =>
        effect(() => {
          const { items } = flowWithId(flowId);
          const stored = ids.flatMap((id) => items.get(id) ?? []);
          return new Map(
            stored.flatMap(({ sourceItemId, writtenJson }): [string, Record<string, unknown>][] =>
              writtenJson === null ? [] : [[sourceItemId, JSON.parse(writtenJson)]],
            ),
          );
        }),
      write: (flowId, _counts, items) =>
        effect(() => {
          const { row, items: known } = flowWithId(flowId);
          for (const { sourceItemId, writtenJson } of items) {
            this.#settledAt.set(`${flowId}/${sourceItemId}`, this.#nextId++);
            if (writtenJson !== null) this.#writtenAt.set(`${flowId}/${sourceItemId}`, this.#nextId - 1);
          }
          for (const item of items)
            known.set(item.sourceItemId, { ...item, writtenJson: item.writtenJson ?? known.get(item.sourceItemId)?.writtenJson ?? null });
          if (row.runId === runId) row.heldAtMs = Date.now();
          return { isOurs: row.runId === runId, isPaused: false };
        }),
      markConflicts: () => effect(() => undefined),
      endConflicts: () => effect(() => undefined),
      conflicts: async () => [],
      dropFromConflicts: async () => undefined,
      // No story tracks deletions.
      markHeard: async () => {},
      unheard: async () => ({ items: [], isWitnessed: false }),
      release: (flowId, { from, cursor }) =>
        effect(() => {
          const { row } = flowWithId(flowId);
          if (row.runId !== runId) return;
          row.runId = null;
          if (row.cursor === from) row.cursor = cursor ?? row.cursor;
        }),
      isAskedAgain: (flowId, cursor) => effect(() => flowWithId(flowId).row.cursor !== cursor),
      putDashboardItems: async () => null,
    };
  }
}

function plain(key: string): string {
  return key.trim().toLowerCase();
}

function buildFlow(from: 'a' | 'b', to: 'a' | 'b', { conflictRule = 'SourceWins', findsNames }: SyncStory): FlowDefinition {
  const side = (connectorId: string) => ({ connectorTypeId: 't', connectorId, entity: KIND, parameters: {} });
  return {
    source: side(from),
    target: side(to),
    mappings: [
      { fromParameterExpression: '$Item.sku', toParameterPath: 'body.sku' },
      { fromParameterExpression: '$Item.name', toParameterPath: 'body.name' },
      ...(findsNames ? [{ fromParameterExpression: '$Item.id', toParameterPath: 'body.ownerId' }] : []),
    ],
    dependencies: [],
    externalIdFields: [],
    conflictRule,
    createsRecords: true,
    carriesDeletions: false,
  };
}

function parseRecord({ sourceRecordJson }: SyncItemWrite): SystemRecord | null {
  return JSON.parse(sourceRecordJson ?? 'null') as SystemRecord | null;
}
