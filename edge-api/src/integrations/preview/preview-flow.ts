import { type EntityField, entityTargetFields } from '@portage/connectors/entities';
import { textAt } from '@portage/connectors/events';
import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { listSyncItemsOfTargets } from '@portage/database';
import { inParallel } from '@portage/primitives/in-parallel';
import {
  compareUpdate,
  type Decision,
  decideLinked,
  findReadOnlyReason,
  isAskedFor,
  isReadBefore,
  type MappedField,
  type MappingFlaw,
  mappingFlaws,
  noArchiveMessage,
  notAddedThere,
  parseChangedAtMs,
  type SourceRecord,
  sharedKeys,
  sharedTargetMessage,
  skipReasons,
} from '@portage/sync';
import { readCustomFields } from '../../connector-types/documents/custom-field-store.ts';
import type { UserContext } from '../../http/context.ts';
import { type LookedUp, lookUp, lookUpMany, type PreviewTarget, readTarget, type WantedRecord } from './look-up.ts';
import { missingRequired } from './missing-required.ts';
import { describeCallError, openSide, type PreviewSide } from './open-side.ts';
import { type Plan, type PlanTask, planRecords } from './plan-records.ts';
import type { PreviewBudget } from './preview-budget.ts';
import { readSource } from './read-source.ts';
import { refusedWrite } from './refused-write.ts';
import { buildTitleMap, shownFields } from './shown-fields.ts';

export type FlowPreview = HandlerResult<Calls, 'POST /api/integrations/preview'>['flows'][number];
type RecordPreview = FlowPreview['records'][number];
type Change = Pick<RecordPreview, 'change' | 'message' | 'fields' | 'keys'>;

const PARALLEL = 4;

export type PreviewTask = Pick<PlanTask, 'flow' | 'workflowId' | 'coming' | 'scope'>;

/** What a sync would do with a flow's first records. Refusals by the systems are part of the result. */
export async function previewFlow(task: PreviewTask, budget: PreviewBudget, context: UserContext): Promise<FlowPreview> {
  const { flow } = task;
  const preview: FlowPreview = {
    ...{ sourceEntity: flow.source.entity, targetEntity: flow.target.entity },
    ...{ sourceTitle: flow.source.entity, targetTitle: flow.target.entity },
    ...{ records: [], missingRequired: [], notes: [], isWhole: false, error: null },
  };
  try {
    const source = await openSide(flow.source, 'read', context);
    preview.sourceTitle = source.entity.title;
    const target = await openSide(flow.target, 'write', context);
    preview.targetTitle = target.entity.title;
    const targetFields = await entityTargetFields(target.document, target.entity, await readCustomFields(context.env, target.connector.id));
    preview.missingRequired = missingRequired(flow, targetFields);
    const flaws = await mappingFlaws(flow, source, target);
    const lost = flaws.filter(({ side }) => side === 'target').map(({ message }) => message);
    preview.notes = flaws.filter(({ side }) => side === 'source').map(({ message }) => message);
    // A sync wouldn't begin.
    if (lost.length > 0) return { ...preview, error: lost.join(' ') };
    const { records, isWhole } = await readSource(context, budget, source, flow);
    preview.isWhole = isWhole;
    preview.records = await previewRecords({ ...task, source, target, targetFields, flaws }, records, budget, context);
  } catch (error) {
    preview.error = describeCallError(error);
  }
  return preview;
}

interface OpenTask extends PreviewTask {
  source: PreviewSide;
  target: PreviewSide;
  targetFields: readonly EntityField[];
  flaws: readonly MappingFlaw[];
}

async function previewRecords(
  task: OpenTask,
  records: readonly SourceRecord[],
  budget: PreviewBudget,
  context: UserContext,
): Promise<RecordPreview[]> {
  const { flowId, plans } = await planRecords(task, records, budget, context);
  const shared = sharedKeys(plans);
  const target: PreviewTarget = { context, budget, side: task.target, flow: task.flow };
  // A target that can't read a record by its id is searched for linked records, too.
  const kinds: Decision['kind'][] = task.target.entity.get ? ['find'] : ['find', 'update'];
  const searched = plans.filter(({ record, decision }) => kinds.includes(decision.kind) && !shared.has(record.id));
  // If the bulk look-up fails, each record is looked up separately and reports its own fault.
  const many = await lookUpMany(target, searched.flatMap(wantedRecord)).catch((error: unknown) => {
    describeCallError(error);
    return new Map();
  });
  const found = new Map<Plan, LookedUp | { failure: string }>();
  await inParallel(searched, PARALLEL, async (plan) => {
    for (const wanted of wantedRecord(plan)) {
      found.set(plan, await lookUp(target, wanted, many).catch((error: unknown) => ({ failure: describeCallError(error) })));
    }
  });
  const owned = await sharedTargets(flowId, found, context);
  const ofIds = task.flow.externalIdFields.map((path) => ({ path, title: 'Id in the source' }));
  const titles = buildTitleMap([...ofIds, ...task.targetFields]);
  return inParallel(plans, PARALLEL, async (plan): Promise<RecordPreview> => {
    const { record } = plan;
    const clash = shared.get(record.id) ?? owned.get(plan);
    const asked = { plan, titles, target, targetFields: task.targetFields, found: found.get(plan) };
    const refused = (message: string): Change => ({ change: 'error', message, fields: shownFields(plan.fields, titles, null) });
    const change =
      clash === undefined ? await resolveChange(asked).catch((error: unknown) => refused(describeCallError(error))) : refused(clash);
    const looked = found.get(plan);
    const keys = looked && 'keys' in looked && looked.keys.length > 0 ? { keys: looked.keys } : {};
    return { sourceItemId: record.id, name: record.name, source: record.record, ...change, ...keys };
  });
}

function wantedRecord({ record, decision, coming }: Plan): WantedRecord[] {
  return decision.kind === 'find' || decision.kind === 'update'
    ? [{ fields: decision.fields, sourceItemId: record.id, unknownKeys: coming }]
    : [];
}

/** Messages for records whose target record belongs to another record of the source. */
async function sharedTargets(
  flowId: string | null,
  found: ReadonlyMap<Plan, LookedUp | { failure: string }>,
  { db }: UserContext,
): Promise<ReadonlyMap<Plan, string>> {
  const links = [...found].flatMap(([plan, one]) =>
    plan.decision.kind === 'find' && 'kind' in one && one.kind === 'found' ? [{ plan, ...one }] : [],
  );
  const ids = links.map(({ targetItemId }) => targetItemId);
  const known = flowId && ids.length > 0 ? await listSyncItemsOfTargets(db, flowId, ids) : [];
  const owners = [...known, ...links.map(({ plan, targetItemId }) => ({ sourceItemId: plan.record.id, targetItemId }))];
  return new Map(
    links.flatMap(({ plan, targetItemId, title, by }) => {
      const other = owners.find((owner) => owner.targetItemId === targetItemId && owner.sourceItemId !== plan.record.id);
      return other ? [[plan, sharedTargetMessage(`the ${title ?? by} of ${targetItemId}`, other.sourceItemId, plan.record.id)]] : [];
    }),
  );
}

interface ChangeTask {
  plan: Plan;
  titles: ReadonlyMap<string, string>;
  target: PreviewTarget;
  targetFields: readonly EntityField[];
  /** What the target has for the record's keys; undefined: it wasn't searched for. */
  found: LookedUp | { failure: string } | undefined;
}

async function resolveChange({ plan, titles, target, targetFields, found }: ChangeTask): Promise<Change> {
  const { record, known, decision, fields } = plan;
  const { entity, typeName } = target.side;
  const shown = (current: unknown) => shownFields(fields, titles, current, entity.find);
  const plain = (change: Change['change'], message: string | null = null): Change => ({ change, message, fields: shown(null) });
  switch (decision.kind) {
    case 'unchanged':
      return plain(changeByStatus[known?.status ?? 'Success'], known?.status === 'Success' ? null : (known?.error ?? null));
    case 'skip':
      return plain('skipped', decision.reason);
    case 'wait':
      return plain('waits', decision.message);
    case 'error':
      return plain('error', decision.message);
    case 'archive':
      return entity.archive
        ? { change: 'changed', message: `${decision.reason} It would be archived in ${typeName}, too.`, fields: [] }
        : plain('skipped', noArchiveMessage(decision.reason, typeName, entity.title));
    case 'update':
      return keptOf(decision.targetItemId) ?? ofLinked(decision, (await readTarget(target, decision.targetItemId)) ?? asFound(decision));
    case 'find':
      if (!found) return plain('error');
      if ('failure' in found) return plain('error', found.failure);
      return ofFound(found, decision);
    default:
      return decision satisfies never;
  }

  async function ofFound(one: LookedUp, { mayCreate, fields: written }: Extract<Decision, { kind: 'find' }>): Promise<Change> {
    switch (one.kind) {
      case 'several':
        return plain('error', one.message);
      case 'found': {
        const kept = keptOf(one.targetItemId);
        if (kept) return kept;
        const compared = compare(written, one.record);
        if (compared === 'same') return { change: 'unchanged', message: null, fields: shown(one.record) };
        const read = await readTarget(target, one.targetItemId);
        if (read === 'gone') return gone();
        const isSame = compared === 'unknown' && read !== null && compare(written, read.record) === 'same';
        if (isSame) return { change: 'unchanged', message: null, fields: shown(read.record) };
        return sent(one.targetItemId, { change: 'changed', message: null, fields: shown(read?.record ?? one.record) });
      }
      case 'none':
        if (!mayCreate) return plain('skipped', skipReasons.notThere);
        if (!entity.create) return plain('skipped', notAddedThere(typeName, entity.title));
        if (known?.doubt && !isAskedFor(known)) return plain(known.status === 'Error' ? 'error' : 'waits', known.error);
        return sent(null, plain('new'));
      default:
        return one satisfies never;
    }
  }

  function keptOf(targetItemId: string): Change | null {
    const { update } = entity;
    const reason = update ? findReadOnlyReason(update, targetItemId) : skipReasons.addedOnly;
    return reason === null ? null : plain('skipped', reason);
  }

  function gone(): Change {
    const message = `${typeName} no longer has the record that was written before.`;
    return isAskedFor(known) ? plain('new', message) : plain('error', `${message} “Sync again” creates it again.`);
  }

  function asFound({ targetItemId }: Extract<Decision, { kind: 'update' }>): { record: unknown } | null {
    return found && 'kind' in found && found.kind === 'found' && found.targetItemId === targetItemId ? { record: found.record } : null;
  }

  /** Decides like a sync that reads the record before it writes it. */
  async function ofLinked(update: Extract<Decision, { kind: 'update' }>, read: { record: unknown } | 'gone' | null): Promise<Change> {
    if (read === 'gone') return gone();
    const current = read?.record ?? null;
    const changed = (): Promise<Change> => sent(update.targetItemId, { change: 'changed', message: null, fields: shown(current) });
    if (current === null || !isReadBefore(update, entity)) return changed();
    const changedAtMs = entity.changedAtPath === undefined ? null : parseChangedAtMs(textAt(current, entity.changedAtPath));
    const both = decideLinked({ flow: target.flow, typeName, record, decision: update }, current, changedAtMs);
    if (!('settled' in both)) {
      const isSame = !update.restores && compare(both.fields, current) === 'same';
      return isSame ? { change: 'unchanged', message: null, fields: shown(current) } : changed();
    }
    const { settled } = both;
    if (settled.kind === 'skipped') return { change: 'skipped', message: settled.reason, fields: shown(current) };
    if (settled.kind === 'failed') return { change: 'error', message: settled.message, fields: shown(current) };
    return { change: 'unchanged', message: null, fields: shown(current) };
  }

  function compare(written: readonly MappedField[], current: unknown): ReturnType<typeof compareUpdate> {
    const places = { ...target.side.fields, externalId: record.id };
    return isAskedFor(known) ? 'different' : compareUpdate({ entity, fields: written, places, current });
  }

  async function sent(targetItemId: string | null, change: Change): Promise<Change> {
    // The ids of records that come first have their own types.
    if (plan.coming.size > 0) return change;
    const write = targetItemId === null ? entity.create : entity.update;
    const refused = write && (await refusedWrite(target.side, { write, fields, sourceItemId: record.id, targetItemId }, targetFields));
    return refused ? { ...change, change: 'error', message: refused } : change;
  }
}

/** How a record counts that a sync would read and leave unchanged, by its status. */
const changeByStatus = { Success: 'unchanged', Skipped: 'skipped', InProgress: 'waits', Error: 'error' } as const;
