import { type EarlierClaim, shortHash, type WantedClaim } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import { buildIdentity, type Doubt, type FindKey, type FlowSide, fieldName, plainKey } from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import type { ChunkTask, Plan } from './chunk-plan.ts';
import type { OpenSide } from './entity-calls.ts';
import { foundTogether, type SearchedKeys } from './find-records.ts';

/** The state of a creation, according to the claims on its keys. */
export interface Standing {
  /** The target may already have the record. */
  doubt: Doubt | null;
  rival: Rival | null;
}

/** Who else holds a key of the record. */
export type Rival =
  /** Another sync is creating the record right now. */
  | { kind: 'busy' }
  /** Another sync has created it. */
  | { kind: 'linked'; targetItemId: string }
  /** The record originated from these target records, through other syncs. */
  | { kind: 'origin'; targetItemIds: readonly string[] }
  /** Another record of the source has the key. */
  | { kind: 'twin'; sourceItemId: string; key: FindKey };

export const NO_STANDING: Standing = { doubt: null, rival: null };

/** A run that hasn't settled its claim for this long has ended: even with a slow target, two chunks take less. */
const HELD_MS = 30 * MINUTE_MS;
/** Used if the document does not say how long searches lag. */
const USUAL_LAG_MS = 15_000;

/** How long the target's search may miss a newly created record. */
export function searchLagMs({ entity: { consistentAfterSeconds } }: Pick<OpenSide, 'entity'>): number {
  return consistentAfterSeconds === undefined ? USUAL_LAG_MS : consistentAfterSeconds * 1_000;
}

/** A claimed key and its record. `find` is null for the record itself. */
interface ClaimedKey {
  key: string;
  plan: Plan;
  find: FindKey | null;
}

/**
 * Claims the keys of records that the chunk may create, with one statement, so that neither another sync nor a later page creates them
 * again while the target's search misses them.
 *
 * @param many what the target has by their keys: records that it has need no claim
 */
export async function claimRecords(
  task: Pick<ChunkTask, 'flow' | 'flowId' | 'target' | 'source'>,
  plans: readonly Plan[],
  shared: ReadonlyMap<string, string>,
  many: SearchedKeys,
  context: StepContext,
): Promise<Map<Plan, Standing>> {
  const { flow, flowId, target } = task;
  const isNew = ({ record, decision, keys }: Plan) =>
    decision.kind === 'find' &&
    decision.mayCreate &&
    !shared.has(record.id) &&
    !keys.some((key) => (foundTogether(many, key)?.length ?? 0) > 0);
  const created = target.entity.create ? plans.filter(isNew) : [];
  if (created.length === 0) return new Map();
  const claimed = claimedKeys(task, created);
  const nowMs = Date.now();
  const sourceKind = hashKind(flow.source);
  const { earlier, refused, origins } = await context.sync.claimRecords(
    { flowId, sourceKind, source: flow.source, target: flow.target, heldSinceMs: nowMs - HELD_MS - searchLagMs(target) },
    claimed.flatMap(wantedClaims),
  );
  const standings = new Map<Plan, Standing>(
    created.map((plan) => [plan, { doubt: plan.known?.doubt?.sinceMs != null ? plan.known.doubt : null, rival: null }]),
  );
  const originsOf = Map.groupBy(origins, ({ sourceItemId }) => sourceItemId);
  for (const [plan, standing] of standings) {
    const came = originsOf.get(plan.record.id);
    if (came) standing.rival = { kind: 'origin', targetItemIds: came.map(({ targetItemId }) => targetItemId) };
  }
  // Usually nobody has claimed any of them.
  const [before, others] = [new Map(earlier.map((one) => [one.key, one])), new Set(refused)];
  for (const { key, plan, find } of before.size + others.size > 0 ? claimed.flat() : []) {
    const standing = standings.get(plan);
    if (!standing) continue;
    const one = before.get(key);
    const isOwn = one?.flowId === flowId && one.sourceItemId === plan.record.id;
    // The run ended between claiming and storing the outcome, so the record may show up from now on. Without keys,
    // the step's own notes decide.
    if (isOwn && !one.isSettled && plan.keys.length > 0)
      standing.doubt = { ...(standing.doubt ?? { idempotencyKey: null }), sinceMs: nowMs };
    if (others.has(key)) standing.rival = stronger(standing.rival, one ? findRival(one, find, sourceKind, plan) : busy);
  }
  return standings;
}

/** A record of the source, and the record of the target that its keys find. */
export interface FoundLink {
  sourceItemId: string;
  targetItemId: string;
}

/**
 * Claims target records that were found, so that two workflows do not link one of them to different source records at the same time.
 *
 * @returns those that another record of the same source is about to be linked to
 */
export async function claimTargets(
  { flow, flowId, target }: Pick<ChunkTask, 'flow' | 'flowId' | 'target'>,
  links: readonly FoundLink[],
  context: StepContext,
): Promise<FoundLink[]> {
  if (links.length === 0) return [];
  const place = hashKind(flow.target);
  const sourceKind = hashKind(flow.source);
  const byKey = new Map(links.map((link) => [JSON.stringify([place, 'target', link.targetItemId, sourceKind]), link]));
  const claims = [...byKey].map(([key, { sourceItemId }]) => ({ key, recordKey: null, sourceItemId }));
  const heldSinceMs = Date.now() - HELD_MS - searchLagMs(target);
  const asked = { flowId, sourceKind, source: flow.source, target: flow.target, heldSinceMs };
  const { earlier, refused } = await context.sync.claimRecords(asked, claims);
  const others = new Set(refused);
  return earlier.flatMap(({ key, sourceItemId }) => {
    const link = byKey.get(key);
    return link && others.has(key) && sourceItemId !== link.sourceItemId ? [{ sourceItemId, targetItemId: link.targetItemId }] : [];
  });
}

const busy: Rival = { kind: 'busy' };

/** @param claim an earlier claim that isn't the record's own */
function findRival(claim: EarlierClaim, find: FindKey | null, sourceKind: string, { record }: Plan): Rival | null {
  const { targetItemId, isSettled } = claim;
  const isTwin = claim.sourceKind === sourceKind && claim.sourceItemId !== record.id;
  if (isSettled && targetItemId !== null) {
    if (!isTwin) return { kind: 'linked', targetItemId };
    if (!find || hasAnotherKey(claim, find)) return null;
    return { kind: 'twin', sourceItemId: claim.sourceItemId, key: find };
  }
  return isTwin && find ? { kind: 'twin', sourceItemId: claim.sourceItemId, key: find } : busy;
}

/** Whether the record that had the key has changed since. */
function hasAnotherKey({ written }: EarlierClaim, { find, key }: FindKey): boolean {
  const value = written?.[fieldName(find.key)];
  return value !== undefined && value !== null && plainKey(String(value)) !== plainKey(key);
}

const STRENGTHS = ['busy', 'linked', 'origin', 'twin'] as const;

function stronger(one: Rival | null, other: Rival | null): Rival | null {
  if (!one || !other) return one ?? other;
  return STRENGTHS.indexOf(other.kind) > STRENGTHS.indexOf(one.kind) ? other : one;
}

/**
 * The claimed keys of each record: first the record itself, for targets that can't be searched and for flows that map other keys; then its
 * keys, except its id in the source, which another system may also use.
 */
function claimedKeys({ flow, target }: Pick<ChunkTask, 'flow' | 'target'>, plans: readonly Plan[]): [ClaimedKey, ...ClaimedKey[]][] {
  // The parts of a key that all records share.
  const [place, source, fields] = [hashKind(flow.target), hashKind(flow.source), JSON.stringify(target.fields)];
  return plans.map((plan) => [
    { key: `${place}\n["record","${source}",${JSON.stringify(plan.record.id)},${fields}]`, plan, find: null },
    ...plan.keys.filter(({ find }) => find.key !== 'externalId').map((find) => ({ key: `${place}\n${buildIdentity(find)}`, plan, find })),
  ]);
}

/** The claim on the record itself shares the row of its first key. */
function wantedClaims([record, ...keys]: [ClaimedKey, ...ClaimedKey[]]): WantedClaim[] {
  const rows = keys.length > 0 ? keys : [record];
  return rows.map(({ key, plan }, at) => ({ key, recordKey: at === 0 ? record.key : null, sourceItemId: plan.record.id }));
}

function hashKind({ connectorId, entity }: FlowSide): string {
  return shortHash(JSON.stringify([connectorId, entity]));
}
