import { connectHttp, schema } from '@portage/database';
import type { FieldMapping, Integration } from '@portage/sync';
import { eq } from 'drizzle-orm';
import { PART_MS } from '../src/sync/flow-chunks.ts';
import { makeConnection, replaceDocument } from './connection-harness.ts';
import { moveClock, OWNER, randomText, start, testEnv, until } from './harness.ts';
import type { OddResponse } from './node/odd-answer.ts';
import type { WireForm } from './node/wire-form.ts';
import { recordDocument } from './record-document.ts';

interface Control {
  records: Record<string, (Record<string, unknown> & { id: string })[]>;
  rows: unknown[][];
  calls: { method: string; path: string; key?: string; status: number; at: number }[];
  faultsLeft: number;
  /** How many writes wait. */
  heldCount: number;
}

interface Change {
  put?: Record<string, object[]>;
  putBeforeRead?: { read: number; put: Record<string, object[]> };
  remove?: string[];
  odd?: OddResponse | null;
  /** How its lists are written, in turn. */
  wire?: WireForm[];
  faults?: string[];
  hold?: boolean | 'those';
  clockMs?: number;
  mostWrites?: number;
  pageRecords?: number;
  searchLagMs?: number;
}

export interface RecordSystem {
  connectorId: string;
  /**
   * Changes the system: inserts records, now or before the nth reading of a list, deletes some (`kind/id`), sends something odd
   * instead of a page, sets how the next writes fail, holds writes (`hold`, or only `those` that came before), sets the clock, the
   * pace or how long searches lag.
   */
  control(change?: Change): Promise<Control>;
  records(kind: string): Promise<Control['records'][string]>;
  writes(): Promise<Control['calls']>;
  /** Replaces its connector type's document; both parameters as in `makeRecordSystem`. */
  describe(extra?: Record<string, object>, more?: Record<string, object | null>): Promise<void>;
}

/**
 * A connector with its own system.
 *
 * @param extra members of entities, by kind
 * @param typeName name of its connector type
 * @param more members of the document; null removes one
 */
export async function makeRecordSystem(
  kinds: readonly string[],
  extra: Record<string, object> = {},
  typeName?: string,
  more: Record<string, object | null> = {},
): Promise<RecordSystem> {
  const key = randomText();
  const documentOf: (...changes: Parameters<RecordSystem['describe']>) => object = (members = {}, others = {}) =>
    Object.fromEntries(Object.entries({ ...recordDocument(kinds, members), ...others }).filter(([, member]) => member !== null));
  const connectorId = await makeConnection({
    document: documentOf(extra, more),
    secrets: { apiKey: 'sk_live_4242424242' },
    type: { baseUrl: `${testEnv.RECORDS}/k/${key}` },
    ...(typeName === undefined ? {} : { typeName }),
  });
  const control: RecordSystem['control'] = async (change = {}) => {
    const answer = await fetch(`${testEnv.RECORDS}/control/${key}`, { method: 'POST', body: JSON.stringify(change) });
    return answer.json();
  };
  return {
    connectorId,
    control,
    records: async (kind) => (await control()).records[kind] ?? [],
    writes: async () => (await control()).calls.filter(({ method }) => method !== 'GET'),
    describe: (...changes) => replaceDocument(connectorId, documentOf(...changes)),
  };
}

/**
 * Products on two more pages than a sync reads ahead. While the target holds the first write, `endPart` lets the part's time run out, so the
 * last pages belong to a second part, which reads settings and documents again.
 */
export const MORE_THAN_A_PART = 220;
export const endPart = () => moveClock(PART_MS);

export const products = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => ({
    id: `s${from + at}`,
    name: `Product ${from + at}`,
    sku: `SKU-${from + at}`,
    price: from + at,
  }));

/** Two systems, and a sync of the last kind from the first to the second. @param more mappings besides the usual ones */
export async function pair(kinds = ['products'], extra: Record<string, object> = {}, more: FieldMapping[] = []) {
  const [source, target] = [await makeRecordSystem(kinds, extra), await makeRecordSystem(kinds, extra)];
  const integration = buildIntegration(source, target, kinds.at(-1) ?? '');
  const { Target, ...others } = integration.operations;
  const operations = Target ? { ...others, Target: { ...Target, mappings: [...Target.mappings, ...more] } } : others;
  return { source, target, sync: await makeSync({ ...integration, operations }) };
}

/** Settings that sync one kind of record to the same kind of another system. */
export function buildIntegration(source: RecordSystem, target: RecordSystem, kind: string, change: Partial<Integration> = {}): Integration {
  const side = { connectorTypeId: 't', entityType: kind };
  return {
    directionType: 'SourceToTarget',
    operations: {
      Source: { ...side, connectorId: source.connectorId, mappings: [] },
      Target: {
        ...side,
        connectorId: target.connectorId,
        mappings: [
          { fromParameterExpression: '$Item.name', toParameterPath: 'body.name' },
          { fromParameterExpression: '$Item.sku', toParameterPath: 'body.sku' },
          { fromParameterExpression: '$Item.price', toParameterPath: 'body.price' },
        ],
      },
    },
    conflictRule: 'SourceWins',
    carriesDeletions: false,
    targetExternalIdFields: [],
    ...change,
  };
}

export interface SyncedWorkflow {
  workflowId: string;
  run(): Promise<Awaited<ReturnType<typeof until>> & { flows: Record<string, unknown>[] }>;
  items(): Promise<(typeof schema.syncItems.$inferSelect)[]>;
  flow(): Promise<typeof schema.syncFlows.$inferSelect>;
  begin(): Promise<string>;
  change(integration: Integration): Promise<void>;
}

/** A workflow with one integration step and these settings. */
export async function makeSync(integration: Integration, lastSyncDate: Date | null = null): Promise<SyncedWorkflow> {
  const workflowId = crypto.randomUUID();
  const db = connectHttp(testEnv);
  const at = new Date();
  await db.insert(schema.integrations).values({
    id: crypto.randomUUID(),
    ownerUserId: OWNER,
    workflowId,
    integrationType: 'Integration',
    directionType: integration.directionType,
    operations: integration.operations as never,
    conflictRule: integration.conflictRule,
    carriesDeletions: integration.carriesDeletions,
    lastSyncDate,
    targetExternalIdFields: [...integration.targetExternalIdFields],
    createdAt: at,
    lastUpdatedAt: at,
  });
  const begin = async () => {
    const steps = [
      { stepId: 'start', type: 'Trigger' as const, triggerType: 'Manual' as const, nextStepId: 'sync' },
      { stepId: 'sync', type: 'IntegrationStep' as const, implementationType: 'Integration', fieldsData: {} },
    ];
    return (await start(steps, {}, {}, { workflowId })).runId;
  };
  const flow = async () => {
    const [row] = await db.select().from(schema.syncFlows).where(eq(schema.syncFlows.workflowId, workflowId));
    if (!row) throw new Error('There is no flow');
    return row;
  };
  return {
    workflowId,
    begin,
    flow,
    async change({ operations }) {
      await db
        .update(schema.integrations)
        .set({ operations: operations as never })
        .where(eq(schema.integrations.workflowId, workflowId));
    },
    async run() {
      const run = await until(await begin());
      const rows = await db.select().from(schema.syncFlows).where(eq(schema.syncFlows.workflowId, workflowId));
      for (const row of rows) requireWholeCounts(row);
      return { ...run, flows: rows as Record<string, unknown>[] };
    },
    async items() {
      const rows = await db
        .select()
        .from(schema.syncItems)
        .innerJoin(schema.syncFlows, eq(schema.syncFlows.id, schema.syncItems.flowId))
        .where(eq(schema.syncFlows.workflowId, workflowId))
        .orderBy(schema.syncItems.sourceItemId);
      return rows.map((row) => row.sync_items);
    },
  };
}

/** Each record that was read has one outcome, in every sync. */
function requireWholeCounts({ readCount, ...flow }: typeof schema.syncFlows.$inferSelect): void {
  const outcomes = [flow.createdCount, flow.updatedCount, flow.unchangedCount, flow.skippedCount, flow.waitingCount, flow.failedCount];
  const sum = outcomes.reduce((all, count) => all + count, 0);
  if (sum !== readCount || outcomes.some((count) => count < 0)) throw new Error(`${readCount} records were read: ${outcomes.join(' + ')}`);
}
