import { type EntityField, entityTargetFields, entityTitle } from '@portage/connectors/entities';
import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { readSyncPage, shortHash, syncFlowRepository } from '@portage/database';
import {
  type Decision,
  decideItem,
  echoOf,
  type FlowDefinition,
  type FoundRecord,
  flowKeyOf,
  isAskedFor,
  type KnownItem,
  keptReason,
  type LinkOf,
  linkKeyOf,
  type Mapped,
  type MappedField,
  type MappingFlaw,
  type MissingRecord,
  mappingFlaws,
  notAddedThere,
  oppositeKeyOf,
  recordMapper,
  type SourceRecord,
  skipReasons,
  withKnownDependencies,
} from '@portage/sync';
import type { ExpressionScope } from '@portage/workflow';
import { customFieldsOf } from '../../connectors/choices/custom-field-store.ts';
import type { UserContext } from '../../http/context.ts';
import { type FoundKeys, lookUp, lookUpMany, type PreviewTarget, readTarget } from './look-up.ts';
import { missingRequired } from './missing-required.ts';
import { openSide, type PreviewSide, wordsOf } from './open-side.ts';
import type { PreviewBudget } from './preview-budget.ts';
import { readSource } from './read-source.ts';
import { refusedWrite } from './refused-write.ts';
import { isSame, shownFields, titlesOf } from './shown-fields.ts';

export type FlowPreview = HandlerResult<Calls, 'POST /api/integrations/preview'>['flows'][number];
type RecordPreview = FlowPreview['records'][number];
type Change = Pick<RecordPreview, 'change' | 'message' | 'fields' | 'keys'>;

/** Records that are looked up in parallel. */
const PARALLEL = 4;

export interface PreviewTask {
  flow: FlowDefinition;
  /** The workflow whose flows and items are used; null: none are. */
  workflowId: string | null;
  scope: Omit<ExpressionScope, 'item' | 'entry'>;
}

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
    const targetFields = await entityTargetFields(target.document, target.entity, await customFieldsOf(context.env, target.connector.id));
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
    preview.error = wordsOf(error);
  }
  return preview;
}

interface OpenTask extends PreviewTask {
  source: PreviewSide;
  target: PreviewSide;
  targetFields: readonly EntityField[];
  flaws: readonly MappingFlaw[];
}

interface Plan {
  record: SourceRecord;
  known: KnownItem | null;
  decision: Decision;
  /** The values to write; for a waiting record, the awaited ids are in words. */
  fields: readonly MappedField[];
}

async function previewRecords(
  task: OpenTask,
  records: readonly SourceRecord[],
  budget: PreviewBudget,
  context: UserContext,
): Promise<RecordPreview[]> {
  const plans = await decide(task, records, budget, context);
  const wanted = plans.flatMap(({ record, decision }) =>
    decision.kind === 'find' ? [{ fields: decision.fields, sourceItemId: record.id }] : [],
  );
  // If the bulk look-up fails, each record is looked up separately and reports its own fault.
  const target: PreviewTarget = { context, budget, side: task.target, flow: task.flow };
  const many = await lookUpMany(target, wanted).catch((error: unknown) => {
    wordsOf(error);
    return new Map();
  });
  const ofIds = task.flow.externalIdFields.map((path) => ({ path, title: 'Id in the source' }));
  const titles = titlesOf([...ofIds, ...task.targetFields]);
  return inParallel(plans, PARALLEL, async (plan): Promise<RecordPreview> => {
    const { record } = plan;
    const change = await changeOf(plan, titles, target, many, task.targetFields).catch((error: unknown): Change => {
      return { change: 'error', message: wordsOf(error), fields: shownFields(plan.fields, titles, null) };
    });
    return { sourceItemId: record.id, name: record.name, source: record.record, ...change };
  });
}

/** Decides from known facts about the records first, before any system is called. */
async function decide(
  { flow, workflowId, scope, source, target, flaws }: OpenTask,
  records: readonly SourceRecord[],
  budget: PreviewBudget,
  context: UserContext,
): Promise<Plan[]> {
  const titleOf = (entity: string) => entityTitle(source.document.summary.entities, entity);
  const mapper = recordMapper(
    withKnownDependencies(flow, source.entity, target.entity),
    new Set(flaws.map(({ toParameterPath }) => toParameterPath)),
    titleOf,
    { omitsEmpty: source.entity.omitsEmpty, pricePath: target.entity.pricePath, targetName: target.typeName },
  );
  const map = async (record: SourceRecord, linkOf: LinkOf): Promise<Mapped> => {
    if (record.problem !== null) return { ok: true, fields: [] };
    const mapped = mapper.map(record.record, record.id, scope, linkOf);
    await budget.rest();
    return mapped;
  };
  const flowId = workflowId && (await syncFlowRepository(context.db).findId(context.user.id, workflowId, flowKeyOf(flow)));
  const needed = new Map<string, MissingRecord>();
  if (flow.dependencies.length > 0) {
    for (const record of records) {
      const mapped = await map(record, () => null);
      if (!mapped.ok) for (const one of mapped.waits) needed.set(linkKeyOf(one), one);
    }
  }
  const page = await readSyncPage(context.user.id, context.db, {
    // A flow that never ran has no items.
    flowId: flowId ?? context.newId(),
    runId: '',
    sourceItemIds: records.map(({ id }) => id),
    oppositeKey: oppositeKeyOf(flow),
    links: [...needed].map(([key, one]) => ({ ...one, key })),
    sourceConnectorId: flow.source.connectorId,
    targetConnectorId: flow.target.connectorId,
    otherChangedAtPath: null,
  });
  const links = new Map(page.links.map(({ key, targetItemId }) => [key, targetItemId]));
  const linkOf: LinkOf = (wanted) => links.get(linkKeyOf(wanted)) ?? null;
  const plans: Plan[] = [];
  for (const record of records) {
    const mapped = await map(record, linkOf);
    const known = page.items.find(({ sourceItemId }) => sourceItemId === record.id) ?? null;
    const echo = echoOf(page.echoes.find(({ sourceItemId }) => sourceItemId === record.id));
    const decision = decideItem({ flow, record, mapped, known, echo, isDue: true, nowMs: context.now().getTime(), hash: shortHash });
    const inWords = mapped.ok
      ? mapped
      : await map(record, (wanted) => linkOf(wanted) ?? `(${titleOf(wanted.entity)} ${wanted.sourceItemId})`);
    plans.push({ record, known, decision, fields: inWords.ok ? inWords.fields : [] });
  }
  return plans;
}

async function changeOf(
  { record, known, decision, fields }: Plan,
  titles: ReadonlyMap<string, string>,
  target: PreviewTarget,
  many: FoundKeys,
  targetFields: readonly EntityField[],
): Promise<Change> {
  const { entity, typeName } = target.side;
  const shown = (current: unknown) => shownFields(fields, titles, current, entity.find);
  switch (decision.kind) {
    case 'unchanged':
      return { change: 'unchanged', message: null, fields: shown(null) };
    case 'skip':
      return { change: 'skipped', message: decision.reason, fields: shown(null) };
    case 'wait':
      return { change: 'waits', message: decision.message, fields: shown(null) };
    case 'error':
      return { change: 'error', message: decision.message, fields: shown(null) };
    case 'archive':
      return { change: 'changed', message: `${decision.reason} It would be archived in ${typeName}, too.`, fields: [] };
    case 'update': {
      const kept = keptOf(decision.targetItemId);
      if (kept) return kept;
      return compared(decision.targetItemId, await readTarget(target, decision.targetItemId), null);
    }
    case 'find': {
      const found = await lookUp(target, { fields: decision.fields, sourceItemId: record.id }, many);
      return { ...(await changeOfFound(found, decision.mayCreate)), ...(found.keys.length > 0 ? { keys: found.keys } : {}) };
    }
    default:
      return decision satisfies never;
  }

  async function changeOfFound(found: FoundRecord, mayCreate: boolean): Promise<Change> {
    switch (found.kind) {
      case 'several':
        return { change: 'error', message: found.message, fields: shown(null) };
      case 'found':
        return keptOf(found.targetItemId) ?? compared(found.targetItemId, await readTarget(target, found.targetItemId), found.record);
      case 'none':
        if (!mayCreate) return { change: 'skipped', message: skipReasons.notThere, fields: shown(null) };
        if (!entity.create) return { change: 'skipped', message: notAddedThere(typeName, entity.title), fields: shown(null) };
        return sent(null, { change: 'new', message: null, fields: shown(null) });
      default:
        return found satisfies never;
    }
  }

  function keptOf(targetItemId: string): Change | null {
    const { update } = entity;
    const reason = update ? keptReason(update, targetItemId) : skipReasons.addedOnly;
    return reason === null ? null : { change: 'skipped', message: reason, fields: shown(null) };
  }

  /** @param asFound the record as the look-up returned it, for targets that can't read a record by its id */
  async function compared(targetItemId: string, read: { record: unknown } | 'gone' | null, asFound: unknown): Promise<Change> {
    if (read === 'gone') {
      const message = `${typeName} no longer has the record that was written before.`;
      if (isAskedFor(known)) return { change: 'new', message, fields: shown(null) };
      return { change: 'error', message: `${message} “Sync again” creates it again.`, fields: shown(null) };
    }
    const current = read?.record ?? asFound;
    if (isSame(fields, current, entity.find)) return { change: 'unchanged', message: null, fields: shown(current) };
    return sent(targetItemId, { change: 'changed', message: null, fields: shown(current) });
  }

  async function sent(targetItemId: string | null, change: Change): Promise<Change> {
    const write = targetItemId === null ? entity.create : entity.update;
    const refused = write && (await refusedWrite(target.side, { write, fields, sourceItemId: record.id, targetItemId }, targetFields));
    return refused ? { ...change, change: 'error', message: refused } : change;
  }
}

/** Results in list order, with at most this many tasks at a time. */
async function inParallel<Item, Result>(list: readonly Item[], most: number, work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const rest = list.entries();
  const one = async () => {
    for (const [at, item] of rest) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, list.length) }, one));
  return results;
}
