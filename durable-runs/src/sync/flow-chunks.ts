import { entityTitle } from '@portage/connectors/entities';
import { type SyncPage, shortHash } from '@portage/database';
import { type RecordMapper, readPaths, readRecord, recordMapper, resolveDependencies, type SourceRecord, unseenPaths } from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import type { WantedFlow } from './begin-flow.ts';
import { requireRecognizedRecords } from './check-record-ids.ts';
import type { ChunkTask } from './chunk-plan.ts';
import { FlowProblem, type OpenSide } from './entity-calls.ts';
import { looksForMissing } from './missing-records.ts';
import { oneAhead } from './one-ahead.ts';
import { CHUNK_RECORDS, type PreparedChunk, prepareChunk, readStoredState } from './prepare-chunk.ts';
import { firstCall, getReachedPosition, type RecordPage, readPage } from './read-records.ts';
import { nextCall } from './sorted-reading.ts';
import { getFirstStartMs, type OpenFlow } from './sync-progress.ts';
import type { WriteBehind } from './write-behind.ts';

/** How many records are covered by one statement that reads what is known about them. */
const KNOWN_RECORDS = 500;
/** Records that are worked on together if one call writes many: its statements take longer than its calls. */
const MANY_RECORDS = KNOWN_RECORDS;
/** A source with more pages than this in one reading is broken. */
const MOST_PAGES = 100_000;
/**
 * A part takes more pages until it has this many records or has taken its maximum time: each part costs a commit,
 * and is repeated after a crash.
 */
const PART_RECORDS = 5_000;
export const PART_MS = 1_000;
const NOTHING_KNOWN: SyncPage = { isOurs: true, isPaused: false, items: [], echoes: [], links: [] };

/** A flow whose systems are ready to be called. */
export interface OpenedFlow extends WantedFlow {
  source: OpenSide;
  target: OpenSide;
}

export interface PartTask extends OpenedFlow {
  /** The flow's state when the part began; its counts grow. */
  open: OpenFlow;
  behind: WriteBehind;
}

/** A page of the source, or due items. */
export interface ReadPage {
  /** Each record occurs once. */
  records: readonly SourceRecord[];
  /** The flow's state once the records are in the target. */
  after: OpenFlow;
  isDue: boolean;
}

export interface FlowChunk extends PreparedChunk {
  /** The flow's state once the chunk is in the target. */
  after: OpenFlow;
}

/** Pages of the source for one part. @throws FlowProblem for a source that would be read forever */
export async function* readPages({ source, flow, open: before }: PartTask, context: StepContext): AsyncGenerator<ReadPage, void> {
  const startedAtMs = Date.now();
  const taken = new Set<string>();
  let open = before;
  do {
    const page = await readPage(source, open.call ?? firstCall(source, flow, open.from, open.startedAtMs), context);
    const records = toSourceRecords(source, page, open.pages);
    // The list has shifted. This record's outcome isn't in PostgreSQL yet, so the next part takes the page.
    if (records.some(({ id }) => taken.has(id))) return;
    for (const { id } of records) taken.add(id);
    open = { ...advancePosition(source, flow, open, page, records), ...unseenAfter(source, flow, open, page) };
    yield { records, after: open, isDue: false };
  } while (open.call && taken.size < PART_RECORDS && Date.now() - startedAtMs < PART_MS);
}

interface RecordsWithState extends ReadPage {
  known: SyncPage;
}

/** Chunks of these pages. Each is prepared while the previous one is written. */
export function buildChunks(task: PartTask, pages: AsyncGenerator<ReadPage, void>, context: StepContext): AsyncGenerator<FlowChunk, void> {
  const common = buildCommon(task);
  const known = attachStoredState(task, common, writesMany(task) ? joinedPages(pages) : pages, context);
  // A record may refer to one in the previous chunk, so that chunk's outcome is stored first.
  if (task.flow.dependencies.length > 0) return preparedChunks(common, known, context);
  return oneAhead(preparedChunks(common, oneAhead(known), context));
}

function writesMany({ target: { entity } }: Pick<ChunkTask, 'target'>): boolean {
  return entity.createMany !== undefined || entity.updateMany !== undefined;
}

/** Short pages of a list together, so that they share their statements. Pages before one that can't be read are still written. */
async function* joinedPages(pages: AsyncGenerator<ReadPage, void>): AsyncGenerator<ReadPage, void> {
  let joined: ReadPage | null = null;
  try {
    for await (const page of pages) {
      if (joined !== null && joined.records.length + page.records.length > MANY_RECORDS) {
        yield joined;
        joined = null;
      }
      joined = joined === null ? page : { ...page, records: [...joined.records, ...page.records] };
      if (joined.records.length <= MANY_RECORDS / 2) continue;
      yield joined;
      joined = null;
    }
  } catch (error) {
    if (joined !== null) yield joined;
    throw error;
  }
  if (joined !== null) yield joined;
}

type Common = Omit<ChunkTask, 'records' | 'page' | 'isDue'>;

function buildCommon(task: PartTask): Common {
  const { flow, source, target, open } = task;
  const { flowId, counts, earlier, pass = 0, startedAtMs } = open;
  // Records in doubt were counted when the list showed them, whenever their doubt began.
  const sinceMs = open.phase === 'doubts' ? 0 : getFirstStartMs(open);
  const counted = { sinceMs, untilMs: open.countedUntilMs ?? startedAtMs };
  return { flow, flowId, pass, mapper: createMapper(task), source, target, counts, earlier, counted };
}

async function* attachStoredState(
  { flow, source, open, behind }: PartTask,
  common: Common,
  pages: AsyncGenerator<ReadPage, void>,
  context: StepContext,
): AsyncGenerator<RecordsWithState, void> {
  let isIdUnsure = open.isIdUnsure === true;
  const hears = looksForMissing({ flow, source });
  for await (const page of pages) {
    for (const records of splitIntoGroups(page.records)) {
      if (flow.dependencies.length > 0) await behind.end();
      if (hears && !page.isDue && records.length > 0) {
        await context.sync.markHeard(
          open.flowId,
          records.map(({ id }) => id),
        );
      }
      const known = records.length === 0 ? NOTHING_KNOWN : await readStoredState({ ...common, isDue: page.isDue, records }, context);
      if (isIdUnsure && !page.isDue && records.length > 0) {
        requireRecognizedRecords(known.items.length, source);
        isIdUnsure = false;
      }
      yield { ...page, records, known, after: { ...page.after, isIdUnsure } };
    }
  }
}

async function* preparedChunks(
  common: Common,
  groups: AsyncGenerator<RecordsWithState, void>,
  context: StepContext,
): AsyncGenerator<FlowChunk, void> {
  let keysBefore: ReadonlySet<string> = new Set();
  for await (const { records: group, known: page, after, isDue } of groups) {
    for (const records of inChunks(group, writesMany(common) ? MANY_RECORDS : CHUNK_RECORDS)) {
      const prepared = await prepareChunk({ ...common, isDue, page, records }, keysBefore, context);
      yield { ...prepared, after };
      keysBefore = prepared.keyTexts;
    }
  }
}

function createMapper({ flow, source, target, open }: PartTask): RecordMapper {
  const titleOf = (entity: string) => entityTitle(source.document?.summary.entities, entity);
  const sides = { omitsEmpty: source.entity.omitsEmpty, pricePath: target.entity.pricePath, targetName: target.typeName };
  return recordMapper(resolveDependencies(flow, source.entity, target.entity), new Set(open.lost), titleOf, sides);
}

/** @returns each record once */
function toSourceRecords(source: OpenSide, { records }: RecordPage, page: number): SourceRecord[] {
  const read = records.map((record, at) => readRecord(source.entity, record, `page ${page + 1}, entry ${at + 1}`, shortHash));
  return [...new Map(read.map((record) => [record.id, record])).values()];
}

/** A source that omits empty fields doesn't reveal which fields its records have. */
function unseenAfter({ entity }: OpenSide, flow: WantedFlow['flow'], open: OpenFlow, { records }: RecordPage): Pick<OpenFlow, 'unseen'> {
  if (entity.omitsEmpty || records.length === 0) return {};
  return { unseen: unseenPaths(open.unseen ?? readPaths(flow), records) };
}

function advancePosition(
  source: OpenSide,
  flow: WantedFlow['flow'],
  open: OpenFlow,
  page: RecordPage,
  records: readonly SourceRecord[],
): OpenFlow {
  const ids = shortHash(records.map(({ id }) => id).join('\n'));
  if (records.length > 0 && ids === open.lastPage) {
    throw new FlowProblem(`${source.typeName} keeps returning the same page, so reading was stopped.`);
  }
  if (open.pages >= MOST_PAGES) throw new FlowProblem(`${source.typeName} returned more than ${MOST_PAGES.toLocaleString('en')} pages.`);
  const beganAtMs = open.beganAtMs ?? page.askedAtMs;
  const reached = getReachedPosition(source, page.largest, beganAtMs, open.reached);
  const { call, read } = nextCall(source, flow, page, open.read ?? { from: open.from, first: null, largest: null }, beganAtMs);
  // A reading that starts over may well begin with an earlier page.
  const lastPage = call === page.next ? ids : '';
  return { ...open, beganAtMs, reached, lastPage, read, pages: open.pages + 1, call };
}

/** An empty page is also a group, because it shows how far the sync is. */
function splitIntoGroups(records: readonly SourceRecord[]): (readonly SourceRecord[])[] {
  const count = Math.max(1, Math.ceil(records.length / KNOWN_RECORDS));
  return Array.from({ length: count }, (_, at) => records.slice(at * KNOWN_RECORDS, (at + 1) * KNOWN_RECORDS));
}

/** A remainder of half a chunk or less joins the previous chunk: it isn't worth its own statements. */
function inChunks(records: readonly SourceRecord[], most: number): (readonly SourceRecord[])[] {
  const count = Math.max(1, Math.ceil(records.length / most - 0.5));
  return Array.from({ length: count }, (_, at) => records.slice(at * most, at + 1 < count ? (at + 1) * most : undefined));
}
