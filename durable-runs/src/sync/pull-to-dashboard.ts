import type { EntityDefinition } from '@portage/connectors/entities';
import type { RequestValues } from '@portage/connectors/requests';
import { DASHBOARD_TARGET, type FlowRelease, shortHash } from '@portage/database';
import { isObject } from '@portage/primitives/json';
import { readRecord } from '@portage/sync';
import { operationOfData } from '../operations/data-operation.ts';
import type { OperationCall } from '../operations/operation-request.ts';
import { failed, type StepContext, type StepResult } from '../step-context/step-handler.ts';
import type { DashboardRecord } from '../step-context/sync-port.ts';
import { getCursorKey } from './begin-flow.ts';
import { claimFlow } from './claim-flow.ts';
import { dashboardKinds, dashboardObject } from './dashboard-object.ts';
import { callAfter, callEntity, FlowProblem, type OpenSide, openSide, readWithRetries, recordsAt } from './entity-calls.ts';
import { firstCall, getReachedPosition, type RecordPage, readPage } from './read-records.ts';
import { nextCall, type ReadSoFar } from './sorted-reading.ts';
import { noCounts } from './sync-progress.ts';

interface Pull {
  stepId: string;
  dashboardId: string;
  connectorId: string;
  dataType: string;
  /** The values of the step's form. */
  values: RequestValues;
}

interface PullProgress {
  flowId: string;
  /** The cursor when the reading began, and a hash of the values that were asked for. */
  from: string | null;
  asked: string;
  call: OperationCall;
  /** When the reading began, by the source's clock; null if it hasn't begun. */
  beganAtMs: number | null;
  reached: number | null;
  /** Since the reading last started over. This field and those below are absent in the state of an earlier engine version. */
  sorted?: ReadSoFar;
  /** The source's document. The reading continues only while it stays the same. */
  documentId?: string | null;
  read: number;
  skipped: number;
  /** Dashboard items added and changed; absent in the state of an earlier engine version. */
  created?: number;
  updated?: number;
  lastPage: string;
}

/** A record on a dashboard is shown as JSON, and a page of a hundred must fit into one response. */
const LONGEST_OBJECT = 100_000;

/** Copies one page of a system's records to a dashboard. The step continues with the next page. */
export async function pullToDashboard(pull: Pull, context: StepContext): Promise<StepResult> {
  const kind = Object.hasOwn(dashboardKinds, pull.dataType) ? dashboardKinds[pull.dataType] : undefined;
  if (!kind) return failed(`Dashboards don’t show ${pull.dataType}.`);
  let progress = context.progress as PullProgress | undefined;
  try {
    const source = await openSource(pull, context);
    progress ??= await begin(pull, source, context);
    if (!progress) return { outcome: { kind: 'succeeded' }, values: { Response: { read: 0, skipped: 0, state: 'Busy' } } };
    requireSameDocument(progress, source);
    const page = await readSource(source, progress.call, context);
    if (context.signal.aborted) throw new FlowProblem('The run was cancelled.');
    const records = page.records.flatMap((record, at) => toItem(kind, source, record, at));
    const written = await context.sync.putDashboardItems(pull.dashboardId, records);
    if (written === null) throw new FlowProblem(`There is no dashboard “${pull.dashboardId}” of this workflow's owner.`);
    const lastPage = shortHash(records.map(({ externalId }) => externalId).join('\n'));
    if (records.length > 0 && lastPage === progress.lastPage) {
      throw new FlowProblem(`${source.typeName} keeps returning the same page, so reading was stopped.`);
    }
    const read = progress.read + page.records.length;
    const skipped = progress.skipped + page.records.length - records.length;
    const beganAtMs = progress.beganAtMs ?? page.askedAtMs;
    const reached = getReachedPosition(source, page.largest, beganAtMs, progress.reached);
    const created = (progress.created ?? 0) + written.created;
    const updated = (progress.updated ?? 0) + written.updated;
    const unchanged = read - skipped - created - updated;
    await context.sync.write(progress.flowId, { ...noCounts, read, created, updated, unchanged, skipped }, []);
    const next = planNextPage(pull, source, page, progress, beganAtMs);
    if (next) {
      const after = { ...progress, lastPage, ...next, beganAtMs, reached, read, skipped, created, updated };
      return { outcome: { kind: 'more', progress: after, items: [] } };
    }
    if (read > 0 && skipped === read) {
      throw new FlowProblem(`None of the ${read} ${pull.dataType} of ${source.typeName} can be shown: they have no id, or are too long.`);
    }
    const cursor = reached === null ? null : `${reached} ${progress.asked}`;
    await release(progress, { cursor, cursorOf: cursor === null ? null : getCursorKey(source), isWhole: true, error: null }, context);
    return { outcome: { kind: 'succeeded' }, values: { Response: { read, skipped, state: 'Whole' } } };
  } catch (error) {
    const message = error instanceof FlowProblem ? error.message : 'The data could not be copied to the dashboard.';
    // Calls of a cancelled run fail just because it was cancelled.
    const shown = context.signal.aborted ? null : message;
    if (progress) await release(progress, { cursor: null, cursorOf: null, isWhole: false, error: shown }, context);
    else if (!context.signal.aborted) await context.sync.fail(buildPullKey(pull), message);
    if (error instanceof FlowProblem) return failed(message);
    throw error;
  }
}

function release(
  { flowId, from }: PullProgress,
  end: Omit<FlowRelease, 'from' | 'sourceIdPath'>,
  { sync }: Pick<StepContext, 'sync'>,
): Promise<void> {
  return sync.release(flowId, { from, sourceIdPath: null, ...end });
}

/** @throws FlowProblem */
function requireSameDocument({ documentId }: PullProgress, source: OpenSide): void {
  if (documentId === undefined || documentId === source.documentId) return;
  throw new FlowProblem(`The document of ${source.typeName} changed while its records were read. The next run uses the new one.`);
}

/**
 * The next page, continuing as a sync does: a list sorted by change starts over if a record that moved might be missed.
 * Null if it was the last page.
 */
function planNextPage(
  pull: Pull,
  source: OpenSide,
  page: RecordPage,
  { sorted }: PullProgress,
  beganAtMs: number,
): (Pick<PullProgress, 'call'> & Partial<PullProgress>) | null {
  const before = sorted ?? { from: null, first: null, largest: null };
  const { call, read } = nextCall(source, { source: noParameters }, page, before, beganAtMs);
  if (call === null) return null;
  if (call === page.next) return { call, sorted: read };
  return { call: { ...call, values: merged(call.values, pull.values) }, sorted: read, lastPage: '' };
}

/**
 * Reads by the entity with that name, or by the entity that the operation for such data lists (Shopify's contacts are its Customers), so
 * that later only changes are read; otherwise by that operation alone.
 */
async function openSource({ connectorId, dataType }: Pull, context: StepContext): Promise<OpenSide & { operationId: string }> {
  const found = await operationOfData(connectorId, dataType, context);
  for (const entity of new Set([dataType, found.ok ? (found.entityName ?? dataType) : dataType])) {
    const side = { connectorId, connectorTypeId: '', entity, parameters: {} };
    const open = await openSide(side, context).catch((error: unknown) => {
      if (error instanceof FlowProblem) return null;
      throw error;
    });
    if (open?.entity.list) return { ...open, operationId: open.entity.list.operation };
  }
  if (!found.ok) throw new FlowProblem(found.message);
  const entity: EntityDefinition = {
    name: dataType,
    title: dataType,
    idPath: 'id',
    namePath: 'name',
    parameters: [],
    matchFields: [],
    find: [],
    externalIdFields: [],
    dependsOn: [],
    references: [],
  };
  return { connectorId, connectorTypeId: '', typeName: found.typeName, entity, ...noDocument, fields: {}, operationId: found.operationId };
}

/** Includes the step: two steps of a workflow may ask for different shops, and each continues where it stopped. */
function buildPullKey({ connectorId, dataType, dashboardId, stepId }: Pull): string {
  return [connectorId, dataType, DASHBOARD_TARGET, dashboardId, stepId].map(encodeURIComponent).join('/');
}

async function begin(pull: Pull, source: OpenSide, context: StepContext): Promise<PullProgress | undefined> {
  const wish: Parameters<StepContext['sync']['claim']>[0] = {
    flowKey: buildPullKey(pull),
    integrationType: null,
    dashboardEntity: pull.dataType,
    direction: 'SourceToTarget',
    source: { connectorTypeId: source.connectorTypeId, connectorId: pull.connectorId, entity: pull.dataType },
    target: { connectorTypeId: DASHBOARD_TARGET, connectorId: pull.dashboardId, entity: pull.dataType },
    firstCursor: null,
  };
  const claimed = await claimFlow(wish, context);
  if (!claimed.isClaimed) return undefined;
  const asked = hashValues(pull);
  const isSamePlace = claimed.cursorOf === null || claimed.cursorOf === getCursorKey(source);
  const from = isSamePlace ? parsePosition(claimed.cursor, asked) : null;
  const call = source.entity.list ? firstCall(source, { source: noParameters }, from, Date.now()) : { values: {} };
  return {
    flowId: claimed.flowId,
    from: claimed.cursor,
    asked,
    beganAtMs: null,
    call: { ...call, values: merged(call.values, pull.values) },
    reached: from,
    sorted: { from, first: null, largest: null },
    documentId: source.documentId,
    read: 0,
    skipped: 0,
    lastPage: '',
  };
}

/** The cursor belongs to the requested values. With other values in the step's form, earlier records are new. */
function hashValues({ values }: Pull): string {
  return shortHash(JSON.stringify(values));
}

function parsePosition(kept: string | null, askedNow: string): number | null {
  const [reached = '', asked = ''] = (kept ?? '').split(' ');
  return reached !== '' && asked === askedNow && Number.isFinite(Number(reached)) ? Number(reached) : null;
}

const noDocument = { documentId: null, document: null };
const noParameters = { connectorTypeId: '', connectorId: '', entity: '', parameters: {} };

/** A person's mappings take precedence over the document's. */
function merged(ofDocument: RequestValues, ofStep: RequestValues): RequestValues {
  const body =
    isObject(ofDocument.body) && isObject(ofStep.body) ? { ...ofDocument.body, ...ofStep.body } : (ofStep.body ?? ofDocument.body);
  return {
    path: { ...ofDocument.path, ...ofStep.path },
    query: { ...ofDocument.query, ...ofStep.query },
    header: { ...ofDocument.header, ...ofStep.header },
    ...(body === undefined ? {} : { body }),
  };
}

async function readSource(source: OpenSide & { operationId: string }, call: OperationCall, context: StepContext): Promise<RecordPage> {
  if (source.entity.list) return readPage(source, call, context);
  const askedAtMs = Date.now();
  const called = await readWithRetries(context, () => callEntity(context, source, source.operationId, call, { list: recordsAt({}) }));
  if (!called.ok) throw new FlowProblem(called.message);
  return { records: called.page.items, next: callAfter(called.page, source), isNumbered: false, first: null, largest: null, askedAtMs };
}

function toItem(type: DashboardRecord['type'], source: OpenSide, record: unknown, at: number): DashboardRecord[] {
  const read = readRecord(source.entity, record, `entry ${at + 1}`, shortHash);
  const object = dashboardObject(type, record);
  if (read.problem !== null || JSON.stringify(object).length > LONGEST_OBJECT) return [];
  return [{ type, source: source.typeName, externalId: read.id, name: read.name, object }];
}
