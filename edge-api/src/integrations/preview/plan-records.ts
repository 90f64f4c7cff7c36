import { entityTitle } from '@portage/connectors/entities';
import { findSyncFlowId, readStoredSides, readSyncPage, shortHash } from '@portage/database';
import {
  buildFlowKey,
  buildLinkKey,
  buildOppositeKey,
  type Decision,
  decideItem,
  type Echo,
  type FindKey,
  type FlowDefinition,
  findKeys,
  isEcho,
  type LinkOf,
  type Mapped,
  type MappedField,
  type MappingFlaw,
  type MissingRecord,
  otherChangedAtPath,
  type ResolvedDependency,
  recordMapper,
  resolveDependencies,
  type SidesBefore,
  type SourceRecord,
  type StoredItem,
  sidesBefore,
  toEcho,
} from '@portage/sync';
import type { ExpressionScope } from '@portage/workflow';
import type { UserContext } from '../../http/context.ts';
import type { PreviewSide } from './open-side.ts';
import type { PreviewBudget } from './preview-budget.ts';
import { listPath } from './shown-fields.ts';

/** `name`: of the record that the value is the id of, if it's known. */
export type NamedField = MappedField & { name?: string };

export interface Plan {
  record: SourceRecord;
  known: StoredItem | null;
  decision: Decision;
  /** Keys by which the target may have the record. */
  keys: readonly FindKey[];
  /** The values to write; awaited ids are in words. */
  fields: readonly NamedField[];
  /** Ids, in words, of records that the same sync writes before this one. */
  coming: ReadonlySet<string>;
}

export interface PlanTask {
  flow: FlowDefinition;
  /** The workflow whose flows and items are used; null: none are. */
  workflowId: string | null;
  /** Names of the records that earlier flows of the same sync would write, by comingKey. */
  coming: ReadonlyMap<string, string>;
  scope: Omit<ExpressionScope, 'item' | 'entry'>;
  source: PreviewSide;
  target: PreviewSide;
  flaws: readonly MappingFlaw[];
}

/** Names a record that a flow of the sync writes. @param targetEntity null: whatever it becomes */
export function comingKey(sourceEntity: string, targetEntity: string | null, sourceItemId: string): string {
  return JSON.stringify([sourceEntity, targetEntity, sourceItemId]);
}

function findComing({ sourceEntities, targetEntities, sourceItemId }: MissingRecord, coming: PlanTask['coming']): string | undefined {
  const becomes = targetEntities.length > 0 ? targetEntities : [null];
  const keys = sourceEntities.flatMap((from) => becomes.map((to) => comingKey(from, to, sourceItemId)));
  return coming.get(keys.find((key) => coming.has(key)) ?? '');
}

/** Decides about records from what is stored about them, as a sync does, before the target is called. */
export async function planRecords(
  { flow, workflowId, coming, scope, source, target, flaws }: PlanTask,
  records: readonly SourceRecord[],
  budget: PreviewBudget,
  context: UserContext,
): Promise<{ flowId: string | null; plans: Plan[] }> {
  const titleOf = (entity: string) => entityTitle(source.document.summary.entities, entity);
  const resolved = resolveDependencies(flow, source.entity, target.entity);
  const mapper = recordMapper(resolved, new Set(flaws.map(({ toParameterPath }) => toParameterPath)), titleOf, {
    omitsEmpty: source.entity.omitsEmpty,
    pricePath: target.entity.pricePath,
    targetName: target.typeName,
  });
  const map = async (record: SourceRecord, linkOf: LinkOf): Promise<Mapped> => {
    if (record.problem !== null) return { ok: true, fields: [] };
    const mapped = mapper.map(record.record, record.id, scope, linkOf);
    await budget.rest();
    return mapped;
  };
  const flowId = workflowId && (await findSyncFlowId(context.db, context.user.id, workflowId, buildFlowKey(flow)));
  const needed = new Map<string, MissingRecord>();
  if (flow.dependencies.length > 0) {
    for (const record of records) {
      const mapped = await map(record, () => null);
      if (!mapped.ok) for (const wait of mapped.waits) needed.set(buildLinkKey(wait), wait);
    }
  }
  const sourceItemIds = records.map(({ id }) => id);
  const asked = {
    // A flow that never ran has no items.
    flowId: flowId ?? context.newId(),
    sourceItemIds,
    oppositeKey: buildOppositeKey(flow),
  };
  const page = await readSyncPage(context.db, context.user.id, {
    ...asked,
    runId: '',
    links: [...needed].map(([key, one]) => ({ ...one, key })),
    sourceConnectorId: flow.source.connectorId,
    targetConnectorId: flow.target.connectorId,
    otherChangedAtPath: otherChangedAtPath(target.entity),
  });
  const stored = page.echoes.length > 0 ? await readStoredSides(context.db, context.user.id, asked) : [];
  const links = new Map(page.links.map((link) => [link.key, link]));
  const dependencies: readonly ResolvedDependency[] = resolved.dependencies;
  const linkPaths = new Set(
    dependencies.flatMap(({ toParameterPath, pathsByPrefix = {} }) => [toParameterPath, ...Object.values(pathsByPrefix)]).map(listPath),
  );
  const inWords = ({ entity, sourceItemId }: MissingRecord) => `(${titleOf(entity)} ${sourceItemId})`;
  const nowMs = context.now().getTime();
  const plans: Plan[] = [];
  for (const record of records) {
    const comingHere = new Set<string>();
    const names = new Map<string, string>();
    const linkOf: LinkOf = (wanted) => {
      const link = links.get(buildLinkKey(wanted));
      const name = findComing(wanted, coming) ?? link?.name;
      if (name === undefined) return null;
      const id = link?.targetItemId ?? inWords(wanted);
      if (!link) comingHere.add(id);
      names.set(id, name);
      return id;
    };
    const mapped = await map(record, linkOf);
    const known = page.items.find(({ sourceItemId }) => sourceItemId === record.id) ?? null;
    const echo = toEcho(page.echoes.find(({ sourceItemId }) => sourceItemId === record.id));
    const isDue = known?.nextAttemptAtMs != null && known.nextAttemptAtMs <= nowMs;
    const sides = echo && mapped.ok ? sidesOf(record, mapped, echo, linkOf) : null;
    const decision = decideItem({ flow, record, mapped, known, echo, sides, isDue, nowMs, hash: shortHash });
    const isWritten = decision.kind === 'find' || decision.kind === 'update';
    const keys = isWritten ? findKeys(target, decision.fields, record.id, flow.externalIdFields[0], '') : [];
    const shown = mapped.ok ? mapped : await map(record, (wanted) => linkOf(wanted) ?? inWords(wanted));
    const fields = shown.ok ? shown.fields.map((field) => withName(field, names)) : [];
    plans.push({ record, known, decision, keys, fields, coming: comingHere });
  }
  return { flowId, plans };

  function withName(field: MappedField, names: ReadonlyMap<string, string>): NamedField {
    const name = linkPaths.has(listPath(field.toParameterPath)) ? names.get(String(field.value)) : undefined;
    return name === undefined ? field : { ...field, name };
  }

  function sidesOf(record: SourceRecord, { fields }: Extract<Mapped, { ok: true }>, echo: Echo, linkOf: LinkOf): SidesBefore | null {
    const both = stored.find(({ sourceItemId }) => sourceItemId === record.id);
    if (!both) return null;
    return sidesBefore(both, record.record, isEcho(echo, record), fields, (before) => mapper.map(before, record.id, scope, linkOf));
  }
}
