import { entityTitle } from '@portage/connectors/entities';
import type { StepData } from '@portage/contracts';
import { shortHash } from '@portage/database';
import { flowKeyOf, readRecord, recordMapper, type SourceRecord, withKnownDependencies } from '@portage/sync';
import type { StepValues } from '@portage/workflow';
import type { ItemOutcome } from '../core/run-event.ts';
import { failed, type StepContext, type StepResult } from '../steps/step-handler.ts';
import { beginFlow, cursorOf, type FlowEnd, requireSameDocuments, type WantedFlow } from './begin-flow.ts';
import { requireKnownRecords } from './check-record-ids.ts';
import { dueRecords } from './due-records.ts';
import { FlowProblem, type OpenSide, openSide } from './entity-calls.ts';
import { firstCall, placeReached, readPage } from './read-records.ts';
import { nextCall } from './sorted-reading.ts';
import { CHUNK_RECORDS, type ChunkResult, readKnown, stopOf, syncChunk } from './sync-chunk.ts';
import { countsOf, type FlowReport, noCounts, type OpenFlow, type SyncProgress } from './sync-progress.ts';

export type { WantedFlow } from './begin-flow.ts';

/** Records of which what is known is read in one statement. */
const KNOWN_RECORDS = 500;
/** A source that is larger than this in one reading is broken. */
const MOST_PAGES = 100_000;
const CHANGED_SETTINGS = 'The settings changed while the sync was under way. The next sync uses the new ones.';

/**
 * One part of a sync: some due items, or one page of the source. The step goes on with the next part until every flow has been
 * read to its end; a flow that fails holds up no other.
 */
export async function syncFlows(wanted: readonly WantedFlow[], context: StepContext): Promise<StepResult> {
  const settings = settingsOf(wanted);
  const progress = (context.progress as SyncProgress | undefined) ?? { flowAt: 0, settings, open: null, done: [] };
  // The place in the list and the open flow are of the settings with which the step began.
  if (progress.settings !== settings) return endSync(CHANGED_SETTINGS, context);
  const one = wanted[progress.flowAt];
  if (!one) return ended(progress.done);
  const parts: Part = { items: [], itemValues: [] };
  let open = progress.open;
  let end: FlowEnd | null = null;
  try {
    const source = await openSide(one.flow.source, context);
    const target = await openSide(one.flow.target, context);
    checkTarget(target);
    if (open) requireSameDocuments(open, source, target);
    else ({ open, end } = await beginFlow(one, source, target, context));
    if (open && !end) {
      open = { ...open, pass: progress.passes ?? 0, earlier: progress.earlier, idPath: source.entity.idPath, cursorOf: cursorOf(source) };
      const went = await goOn({ ...one, source, target }, open, parts, context);
      open = went.open;
      end = went.end;
    }
  } catch (error) {
    if (!(error instanceof FlowProblem)) {
      await release(open, { state: 'Failed', error: 'The sync failed unexpectedly.' }, context);
      throw error;
    }
    end = { state: 'Failed', error: error.message };
    if (!open && !context.signal.aborted) await context.sync.fail(flowKeyOf(one.flow), error.message);
  }
  if (context.signal.aborted) {
    await release(open, { state: 'Paused', error: null }, context);
    return failed('The run was cancelled.');
  }
  if (!end) return more({ ...progress, open }, parts);
  const isAskedAgain = await release(open, end, context);
  const passes = progress.passes ?? 0;
  const report = reportOf(one.flow, open, end);
  const before = passes > 0 ? progress.done.slice(0, -1) : progress.done;
  // Another run took the flow up between two readings: the earlier ones stand.
  const done = passes > 0 && end.state === 'Busy' ? progress.done : [...before, report];
  const { flowAt, ...rest } = progress;
  if (!isAskedAgain || !open) return more({ ...rest, flowAt: flowAt + 1, passes: 0, earlier: undefined, open: null, done }, parts);
  const earlier = { startedAtMs: firstStartOf(open), counts: countsOf(open) };
  return more({ ...rest, flowAt, passes: passes + 1, earlier, open: null, done }, parts);
}

function firstStartOf({ earlier, startedAtMs }: OpenFlow): number {
  return earlier?.startedAtMs ?? startedAtMs;
}

function reportOf({ source, target }: WantedFlow['flow'], open: OpenFlow | null, end: FlowEnd): FlowReport {
  const notes = open?.notes && open.notes.length > 0 ? { notes: open.notes } : {};
  return { source: source.entity, target: target.entity, ...(open ? countsOf(open) : noCounts), ...end, ...notes };
}

/** Ends a sync before its end, because of what became of the step's settings. */
export async function endSync(message: string, context: StepContext): Promise<StepResult> {
  const { open = null, done = [] } = (context.progress as SyncProgress | undefined) ?? {};
  await release(open, { state: 'Failed', error: message }, context);
  return { outcome: { kind: 'failed', message }, values: { Response: { flows: done }, Error: message } };
}

/** Gives the open flow back; one that was read to its end says how far it came. @returns whether a person asked for more of it meanwhile */
async function release(open: OpenFlow | null, { state, error }: FlowEnd, context: StepContext): Promise<boolean> {
  if (!open) return false;
  const isWhole = state === 'Whole';
  const text = (place: number | null) => (place === null ? null : String(place));
  const from = open.stored === undefined ? text(open.from) : open.stored;
  const cursor = isWhole ? text(open.reached) : null;
  await context.sync.release(open.flowId, {
    from,
    cursor,
    cursorOf: cursor === null ? null : (open.cursorOf ?? null),
    sourceIdPath: isWhole ? (open.idPath ?? null) : null,
    isWhole,
    error,
  });
  return isWhole && (await context.sync.isAskedAgain(open.flowId, cursor ?? from, open.startedAtMs));
}

/** Answers of a step's form are worked out for each part and may differ, so they do not count. */
function settingsOf(wanted: readonly WantedFlow[]): string {
  const flows = wanted.map(({ flow: { source, target, ...rules }, direction }) => [flowKeyOf({ source, target }), direction, rules]);
  return shortHash(JSON.stringify(flows));
}

interface Part {
  items: ItemOutcome[];
  itemValues: StepValues[];
}

function more(progress: SyncProgress, { items, itemValues }: Part): StepResult {
  return { outcome: { kind: 'more', progress, items }, itemValues };
}

function ended(flows: readonly FlowReport[]): StepResult {
  const values = { Response: { flows } };
  const problems = flows.flatMap(({ source, target, error }) => (error === null ? [] : [`${source} to ${target}: ${error}`]));
  if (problems.length === 0) return { outcome: { kind: 'succeeded' }, values };
  const message = problems.join(' ');
  return { outcome: { kind: 'failed', message }, values: { ...values, Error: message } };
}

/** What people see of a sync, and of one item of it. */
export function describeSync(_step: unknown, values: StepValues): StepData {
  return { response: { body: values.Response } };
}

function checkTarget({ entity, typeName }: OpenSide): void {
  if (!entity.create && !entity.update) {
    throw new FlowProblem(`${entity.title} of ${typeName} cannot be written: the document names no operation that makes or changes them.`);
  }
}

interface OpenedFlow extends WantedFlow {
  source: OpenSide;
  target: OpenSide;
}

type Went = { open: OpenFlow; end: FlowEnd | null };

async function goOn(one: OpenedFlow, before: OpenFlow, parts: Part, context: StepContext): Promise<Went> {
  const open = { ...before, counts: { ...before.counts } };
  return open.phase === 'due' ? tryDueItems(one, open, parts, context) : readNextPage(one, open, parts, context);
}

async function tryDueItems(one: OpenedFlow, open: OpenFlow, parts: Part, context: StepContext): Promise<Went> {
  const due = await context.sync.due(open.flowId, open.startedAtMs, CHUNK_RECORDS);
  const records = await dueRecords(one.source, due, context);
  const lastPage = shortHash(records.map(({ id }) => id).join('\n'));
  // Items that stay due after they were tried would be tried for ever.
  if (records.length === 0 || lastPage === open.lastPage) return { open: { ...open, phase: 'list', lastPage: '' }, end: null };
  const stopped = await syncRecords(one, open, records, true, parts, context);
  return { open: { ...open, lastPage }, end: stopped };
}

async function readNextPage(one: OpenedFlow, open: OpenFlow, parts: Part, context: StepContext): Promise<Went> {
  const call = open.call ?? firstCall(one.source, one.flow, open.from, open.startedAtMs);
  const page = await readPage(one.source, call, context);
  const records = [
    ...new Map(page.records.map((record, at) => readAt(one.source, record, open.pages, at)).map((read) => [read.id, read])).values(),
  ];
  open.counts.read += page.records.length;
  const lastPage = shortHash(records.map(({ id }) => id).join('\n'));
  if (records.length > 0 && lastPage === open.lastPage) {
    throw new FlowProblem(`${one.source.typeName} gives the same page again and again, so the reading was stopped.`);
  }
  if (open.pages >= MOST_PAGES) throw new FlowProblem(`${one.source.typeName} gives more than ${MOST_PAGES.toLocaleString('en')} pages.`);
  const stopped = await syncRecords(one, open, records, false, parts, context);
  const beganAtMs = open.beganAtMs ?? page.askedAtMs;
  const reached = placeReached(one.source, page.largest, beganAtMs, open.reached);
  const { call: next, read } = nextCall(
    one.source,
    one.flow,
    page,
    open.read ?? { from: open.from, first: null, largest: null },
    beganAtMs,
  );
  // A reading that starts over may well begin with a page that was there before.
  const isNextPage = next === page.next;
  const after = { ...open, beganAtMs, reached, lastPage: isNextPage ? lastPage : '', read, pages: open.pages + 1, call: next };
  if (stopped) return { open: after, end: stopped };
  return { open: after, end: next ? null : { state: 'Whole', error: null } };
}

function readAt({ entity }: OpenSide, record: unknown, page: number, at: number): SourceRecord {
  return readRecord(entity, record, `page ${page + 1}, entry ${at + 1}`, shortHash);
}

async function syncRecords(
  { flow, source, target }: OpenedFlow,
  open: OpenFlow,
  records: readonly SourceRecord[],
  isDue: boolean,
  parts: Part,
  context: StepContext,
): Promise<Went['end']> {
  const { flowId, counts, earlier, pass = 0 } = open;
  const titleOf = (entity: string) => entityTitle(source.document?.summary.entities, entity);
  const mapper = recordMapper(withKnownDependencies(flow, source.entity, target.entity), new Set(open.lost), titleOf);
  const common = { flow, flowId, pass, mapper, source, target, isDue, counts, earlier, sinceMs: firstStartOf(open) };
  for (let from = 0; from < records.length; from += KNOWN_RECORDS) {
    const group = records.slice(from, from + KNOWN_RECORDS);
    const page = await readKnown({ ...common, records: group }, context);
    if (open.isIdUnsure && !isDue) requireKnownRecords(page.items.length, source);
    if (!isDue) open.isIdUnsure = false;
    const held = endOf(stopOf(page));
    if (held) return held;
    for (const chunk of chunksOf(group)) {
      const result = await syncChunk({ ...common, page, records: chunk }, context);
      parts.items.push(...result.items);
      parts.itemValues.push(...result.itemValues);
      const end = endOf(context.signal.aborted ? 'paused' : result.stop);
      if (end) return end;
    }
  }
  // An empty page still says how far the sync is.
  if (records.length === 0) await context.sync.write(flowId, countsOf(open), []);
  return null;
}

/** A rest of half a chunk or less goes with the chunk before it: a statement of its own would be more than one a hundred records. */
function chunksOf<Item>(records: readonly Item[]): Item[][] {
  const count = Math.max(1, Math.ceil(records.length / CHUNK_RECORDS - 0.5));
  return Array.from({ length: count }, (_, at) => records.slice(at * CHUNK_RECORDS, at + 1 < count ? (at + 1) * CHUNK_RECORDS : undefined));
}

function endOf(stop: ChunkResult['stop']): Went['end'] {
  if (stop === null) return null;
  return { state: stop === 'paused' ? 'Paused' : 'Busy', error: null };
}
