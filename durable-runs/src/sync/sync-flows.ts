import type { StepData } from '@portage/contracts';
import { shortHash } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import { buildFlowKey, unseenNote } from '@portage/sync';
import type { StepValues } from '@portage/workflow';
import type { ItemOutcome } from '../core/run-event.ts';
import { failed, type StepContext, type StepResult } from '../step-context/step-handler.ts';
import { beginFlow, type FlowEnd, getCursorKey, requireSameDocuments, type WantedFlow } from './begin-flow.ts';
import { dueRecords } from './due-records.ts';
import { FlowProblem, type OpenSide, openSide } from './entity-calls.ts';
import { buildChunks, type OpenedFlow, type PartTask, type ReadPage, readPages } from './flow-chunks.ts';
import { endConflictsWithGone } from './gone-twins.ts';
import { looksForMissing, missingRecords } from './missing-records.ts';
import { oneAhead } from './one-ahead.ts';
import { CHUNK_RECORDS, getStopReason, type StopReason } from './prepare-chunk.ts';
import {
  combineCounts,
  type FlowReport,
  getFirstStartMs,
  noCounts,
  type OpenFlow,
  type SyncProgress,
  wholeCounts,
} from './sync-progress.ts';
import { WriteBehind } from './write-behind.ts';
import { writeChunk } from './write-chunk.ts';

export type { WantedFlow } from './begin-flow.ts';

/** The run's state stores them, so they are few. */
const MOST_UNSEEN = 10;
const CHANGED_SETTINGS = 'The settings changed while the sync was under way. The next sync uses the new ones.';

/**
 * One part of a sync: some due items, or a few pages of the source. The step continues with the next part until every flow has been read
 * to its end. A flow that fails doesn't stop the others.
 */
export async function syncFlows(wanted: readonly WantedFlow[], context: StepContext): Promise<StepResult> {
  const settings = hashSettings(wanted);
  const progress = (context.progress as SyncProgress | undefined) ?? { flowAt: 0, settings, open: null, done: [] };
  // The position in the list and the open flow belong to the settings with which the step began.
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
      open = {
        ...open,
        pass: progress.passes ?? 0,
        earlier: progress.earlier,
        idPath: source.entity.idPath,
        cursorOf: getCursorKey(source),
      };
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
    if (!open && !context.signal.aborted) await context.sync.fail(buildFlowKey(one.flow), error.message);
  }
  if (context.signal.aborted) {
    await release(open, { state: 'Paused', error: null }, context);
    return failed('The run was cancelled.');
  }
  if (!end) return more({ ...progress, open: open && { ...open, countedUntilMs: Date.now() } }, parts);
  const isAskedAgain = await release(open, end, context);
  const passes = progress.passes ?? 0;
  const report = buildReport(one.flow, open, end);
  const before = passes > 0 ? progress.done.slice(0, -1) : progress.done;
  // Another run claimed the flow between two readings, so the earlier readings count.
  const done = passes > 0 && end.state === 'Busy' ? progress.done : [...before, report];
  const { flowAt, ...rest } = progress;
  if (!isAskedAgain || !open) return more({ ...rest, flowAt: flowAt + 1, passes: 0, earlier: undefined, open: null, done }, parts);
  const earlier = { startedAtMs: getFirstStartMs(open), counts: combineCounts(open) };
  return more({ ...rest, flowAt, passes: passes + 1, earlier, open: null, done }, parts);
}

function buildReport({ source, target }: WantedFlow['flow'], open: OpenFlow | null, end: FlowEnd): FlowReport {
  const notes = open ? collectNotes(open, end) : [];
  const told = notes.length > 0 ? { notes } : {};
  return { source: source.entity, target: target.entity, ...(open ? combineCounts(open) : noCounts), ...end, ...told };
}

/** A field that the document has but no record does. The notes already name fields that the document lost. */
function collectNotes({ notes = [], unseen = [], lost = [] }: OpenFlow, { state }: FlowEnd): string[] {
  const ofRecords = state === 'Whole' && lost.length === 0 ? unseen.slice(0, MOST_UNSEEN).map(unseenNote) : [];
  return [...notes, ...ofRecords];
}

/** Stops a sync early, because of a change to the step's settings. */
export async function endSync(message: string, context: StepContext): Promise<StepResult> {
  const { open = null, done = [] } = (context.progress as SyncProgress | undefined) ?? {};
  await release(open, { state: 'Failed', error: message }, context);
  return { outcome: { kind: 'failed', message }, values: { Response: { flows: done }, Error: message } };
}

/**
 * Releases the open flow. If it was read to its end, the release says how far. @returns whether a person asked
 * for more of it in the meantime
 */
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

/** Values of a step's form are evaluated for each part and may differ, so they do not count. */
function hashSettings(wanted: readonly WantedFlow[]): string {
  const flows = wanted.map(({ flow: { source, target, ...rules }, direction }) => [buildFlowKey({ source, target }), direction, rules]);
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
    throw new FlowProblem(`${entity.title} of ${typeName} can't be written, only read. Choose other records on the Settings tab.`);
  }
}

/** The longest that a run waits for one search in the target, in parts of WAIT_PART_MS. */
const LONGEST_WAIT_MS = MINUTE_MS;
const WAIT_PART_MS = 5_000;
/** The longest for all searches together. */
const LONGEST_DOUBTS_MS = 3 * MINUTE_MS;

/** A part that is repeated after a crash may have searched already, so what is still in doubt is read from the store. */
async function laterDoubts({ flowId }: OpenFlow, most: number, context: StepContext): Promise<Pick<OpenFlow, 'doubtsAtMs'>> {
  const later = await context.sync.due(flowId, Date.now() + LONGEST_WAIT_MS, most);
  const times = later.flatMap(({ doubt, nextAttemptAtMs }) => (doubt && nextAttemptAtMs !== null ? [nextAttemptAtMs] : []));
  return times.length > 0 ? { doubtsAtMs: Math.max(...times) } : {};
}

type Went = { open: OpenFlow; end: FlowEnd | null };

async function goOn(one: OpenedFlow, before: OpenFlow, parts: Part, context: StepContext): Promise<Went> {
  const open = { ...before, counts: wholeCounts(before.counts) };
  const behind = new WriteBehind(context.sync, open.flowId);
  const task = { ...one, open, behind };
  let went: Went;
  try {
    went = await getPhaseHandler(open.phase)(task, parts, context);
  } finally {
    await behind.end();
  }
  return { open: went.open, end: (behind.hold && toFlowEnd(getStopReason(behind.hold))) ?? went.end };
}

function getPhaseHandler(phase: OpenFlow['phase']): (task: PartTask, parts: Part, context: StepContext) => Promise<Went> {
  switch (phase) {
    case 'due':
      return tryDueItems;
    case 'list':
      return takePages;
    case 'gone':
      return takeGone;
    case 'doubts':
      return settleDoubts;
    default:
      return phase satisfies never;
  }
}

async function tryDueItems(task: PartTask, parts: Part, context: StepContext): Promise<Went> {
  const { open, source } = task;
  if (open.lastPage === '') await endConflictsWithGone(source, open.flowId, open.startedAtMs, context);
  const due = await context.sync.due(open.flowId, open.startedAtMs, CHUNK_RECORDS);
  const records = await dueRecords(source, due, context);
  const lastPage = shortHash(records.map(({ id }) => id).join('\n'));
  // Items that stay due after they were tried would be tried forever.
  if (records.length === 0 || lastPage === open.lastPage) return { open: { ...open, phase: 'list', lastPage: '' }, end: null };
  return write(task, onePage({ records, after: { ...open, lastPage }, isDue: true }), parts, context);
}

async function* onePage(page: ReadPage): AsyncGenerator<ReadPage, void> {
  yield page;
}

async function takePages(task: PartTask, parts: Part, context: StepContext): Promise<Went> {
  const { open, end } = await write(task, oneAhead(readPages(task, context)), parts, context);
  if (end || open.call) return { open, end };
  return looksForMissing(task) ? { open: { ...open, phase: 'gone' }, end: null } : afterList(open);
}

/** Archives records in the target that the source no longer has, and marks records that its list omits. */
async function takeGone(task: PartTask, parts: Part, context: StepContext): Promise<Went> {
  const { records, asked } = await missingRecords(task, context);
  if (asked === 0) return afterList(task.open);
  const open = { ...task.open, askedGone: (task.open.askedGone ?? 0) + asked };
  return write({ ...task, open }, onePage({ records, after: open, isDue: true }), parts, context);
}

function afterList(open: OpenFlow): Went {
  return open.doubtsAtMs === undefined
    ? { open, end: { state: 'Whole', error: null } }
    : { open: { ...open, phase: 'doubts', doubtsSinceMs: Date.now() }, end: null };
}

/**
 * Searches again for records that the target may have. The flow waits for the target's search as long as a person would, and leaves a
 * slower search to the next sync.
 */
async function settleDoubts(task: PartTask, parts: Part, context: StepContext): Promise<Went> {
  const { open, source } = task;
  const { doubtsAtMs, ...rest } = open;
  const leftMs = (doubtsAtMs ?? 0) - Date.now();
  const isLong = leftMs > LONGEST_WAIT_MS || Date.now() - (open.doubtsSinceMs ?? Date.now()) > LONGEST_DOUBTS_MS;
  if (doubtsAtMs === undefined || isLong) return { open: rest, end: { state: 'Whole', error: null } };
  if (leftMs > 0) {
    await context.pause(Math.min(leftMs, WAIT_PART_MS));
    return { open, end: null };
  }
  const due = await context.sync.due(open.flowId, Date.now(), CHUNK_RECORDS);
  if (due.length === 0) return { open: { ...rest, ...(await laterDoubts(open, CHUNK_RECORDS, context)) }, end: null };
  const records = await dueRecords(source, due, context);
  const after = records.length < CHUNK_RECORDS ? rest : open;
  return write({ ...task, open: after }, onePage({ records, after, isDue: true }), parts, context);
}

async function write(task: PartTask, pages: AsyncGenerator<ReadPage, void>, parts: Part, context: StepContext): Promise<Went> {
  let { open } = task;
  let { doubtsAtMs } = open;
  try {
    for await (const chunk of buildChunks(task, pages, context)) {
      const held = toFlowEnd(getStopReason(chunk.task.page));
      if (held) return { open, end: held };
      const result = await writeChunk(chunk, task.behind, context);
      if (result.doubtsAtMs !== null) doubtsAtMs = Math.max(doubtsAtMs ?? 0, result.doubtsAtMs);
      // Pages are read ahead, so they don't know the doubts of the chunks before them.
      open = doubtsAtMs === undefined ? chunk.after : { ...chunk.after, doubtsAtMs };
      parts.items.push(...result.items);
      parts.itemValues.push(...result.itemValues);
      const end = toFlowEnd(context.signal.aborted ? 'paused' : result.stop);
      if (end) return { open, end };
    }
  } catch (error) {
    // The results of earlier chunks remain.
    if (error instanceof FlowProblem) return { open, end: { state: 'Failed', error: error.message } };
    throw error;
  }
  return { open, end: null };
}

function toFlowEnd(stop: StopReason): Went['end'] {
  if (stop === null) return null;
  return { state: stop === 'paused' ? 'Paused' : 'Busy', error: null };
}
