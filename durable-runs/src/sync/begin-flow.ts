import { type EntityRole, unanswered } from '@portage/connectors/entities';
import type { ClaimedFlow } from '@portage/database';
import { countWords } from '@portage/primitives/count-words';
import { buildFlowKey, type FlowDefinition, type MappingFlaw, mappingFlaws } from '@portage/sync';
import type { SyncDirection } from '@portage/workflow';
import type { StepContext } from '../step-context/step-handler.ts';
import { checkRecordIds } from './check-record-ids.ts';
import { claimFlow } from './claim-flow.ts';
import { FlowProblem, type OpenSide } from './entity-calls.ts';
import { type FlowReport, noCounts, type OpenFlow } from './sync-progress.ts';

export interface WantedFlow {
  flow: FlowDefinition;
  integrationType: string | null;
  dashboardEntity: string | null;
  direction: SyncDirection;
  /** Where the first reading begins; null: at the source's beginning. */
  firstCursorMs: number | null;
}

export type FlowEnd = Pick<FlowReport, 'state' | 'error'>;

/** Claims a flow for the run, and makes sure that its settings and items still fit the documents of both systems. */
export async function beginFlow(
  wanted: WantedFlow,
  source: OpenSide,
  target: OpenSide,
  context: StepContext,
): Promise<{ open: OpenFlow | null; end: FlowEnd | null }> {
  const { flow, integrationType, dashboardEntity, direction } = wanted;
  const firstCursor = getFirstCursor(wanted, source);
  const wish = {
    flowKey: buildFlowKey(flow),
    integrationType,
    dashboardEntity,
    direction,
    source: { connectorTypeId: source.connectorTypeId, connectorId: source.connectorId, entity: source.entity.name },
    target: { connectorTypeId: target.connectorTypeId, connectorId: target.connectorId, entity: target.entity.name },
    firstCursor,
  };
  const claimed = await claimFlow(wish, context);
  if (claimed.isPaused || !claimed.isClaimed) return { open: null, end: { state: claimed.isPaused ? 'Paused' : 'Busy', error: null } };
  const open = openFlow(claimed, source, target, firstCursor);
  try {
    checkAnswers(flow, source, target);
    const flaws = await findFlaws(flow, source, target);
    checkTargets(flaws);
    open.lost = flaws.map(({ toParameterPath }) => toParameterPath);
    open.notes = describeFlaws(flaws);
    open.isIdUnsure = (await checkRecordIds(claimed, source, context)) === 'unsure';
    return { open, end: null };
  } catch (error) {
    // The run already holds the flow, so it's released with the reason.
    if (error instanceof FlowProblem) return { open, end: { state: 'Failed', error: error.message } };
    throw error;
  }
}

/** A source with its own numbering has no times, so it's read from its beginning. */
function getFirstCursor({ firstCursorMs }: WantedFlow, { entity }: OpenSide): string | null {
  return firstCursorMs === null || entity.list?.cursor?.format === 'number' ? null : String(firstCursorMs);
}

/** Format and path of a source's cursor. A cursor is meaningless for another field. */
export function getCursorKey({ entity: { list } }: OpenSide): string | null {
  return list?.cursor ? `${list.cursor.format} ${list.cursor.path}` : null;
}

function openFlow(claimed: ClaimedFlow, source: OpenSide, target: OpenSide, firstCursor: string | null): OpenFlow {
  const now = getCursorKey(source);
  const isSamePlace = claimed.cursorOf === null || now === null || claimed.cursorOf === now;
  const cursor = isSamePlace ? claimed.cursor : firstCursor;
  const from = cursor === null ? null : Number(cursor);
  return {
    flowId: claimed.flowId,
    phase: 'due',
    startedAtMs: Date.now(),
    beganAtMs: null,
    from,
    stored: claimed.cursor,
    reached: from,
    call: null,
    pages: 0,
    lastPage: '',
    documents: getDocumentsKey(source, target),
    counts: { ...noCounts },
  };
}

function getDocumentsKey(source: OpenSide, target: OpenSide): string {
  return `${source.documentId} ${target.documentId}`;
}

/** All parts of a sync must read and write by the same documents. @throws FlowProblem */
export function requireSameDocuments({ documents }: OpenFlow, source: OpenSide, target: OpenSide): void {
  if (documents === undefined || documents === getDocumentsKey(source, target)) return;
  const [ofSource] = documents.split(' ');
  const { typeName } = ofSource === source.documentId ? target : source;
  throw new FlowProblem(`The document of ${typeName} changed while the sync was under way. The next sync uses the new one.`);
}

async function findFlaws(flow: FlowDefinition, source: OpenSide, target: OpenSide): Promise<MappingFlaw[]> {
  if (!source.document || !target.document) return [];
  return mappingFlaws(flow, { ...source, document: source.document }, { ...target, document: target.document });
}

/** Without these choices every record would be refused. */
function checkAnswers(flow: FlowDefinition, source: OpenSide, target: OpenSide): void {
  for (const [role, { entity, typeName }] of Object.entries({ source, target } as const)) {
    const [question] = unanswered(entity, role as EntityRole, flow[role as EntityRole].parameters);
    if (question) throw new FlowProblem(`Choose “${question.title}” of ${entity.title} in ${typeName} first.`);
  }
}

/** The run's state stores them, so they are few. */
const MOST_NOTES = 10;

function describeFlaws(flaws: readonly MappingFlaw[]): string[] {
  const notes = flaws.slice(0, MOST_NOTES).map(({ message }) => message);
  const more = flaws.length - notes.length;
  return more > 0
    ? [...notes, `${countWords(more, 'more mapping reads a field that is', 'more mappings read fields that are')} gone.`]
    : notes;
}

/** Nothing is sent while a mapping leads to no field of the target. */
function checkTargets(flaws: readonly MappingFlaw[]): void {
  const lost = flaws.filter(({ side }) => side === 'target').map(({ message }) => message);
  if (lost.length === 0) return;
  const more = lost.length > 3 ? ` ${countWords(lost.length - 3, 'more mapping leads', 'more mappings lead')} to no field.` : '';
  throw new FlowProblem(lost.slice(0, 3).join(' ') + more);
}
