import { syncItemStatuses } from '@portage/contracts';
import { formatDuration, formatNumber } from '@portage/ui';
import type { SyncFlow, SyncItem } from './api-types.ts';

type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

export interface FlowLook {
  word: string;
  tone: Tone;
}

/** A flow's state in a word or two. @param isStarting a run is about to begin it */
export function flowLook({ state, syncedAt, items }: Pick<SyncFlow, 'state' | 'syncedAt' | 'items'>, isStarting = false): FlowLook {
  if (isStarting) return { word: 'Starting', tone: 'info' };
  switch (state) {
    case 'Running':
      return { word: 'Syncing', tone: 'info' };
    case 'Paused':
      return { word: 'Paused', tone: 'warning' };
    case 'Failed':
      return { word: 'Failed', tone: 'danger' };
    case 'Idle':
      if (items.Error > 0) return { word: 'Finished with errors', tone: 'warning' };
      // The target was unavailable: its records are retried, so some are still missing.
      if (items.InProgress > 0) return { word: 'Items waiting', tone: 'info' };
      return syncedAt === null ? { word: 'Not synced yet', tone: 'neutral' } : { word: 'Up to date', tone: 'success' };
    default:
      return state satisfies never;
  }
}

/** "Inventory items → Products", or one name if both are called the same. */
export function flowName({ source, target }: Pick<SyncFlow, 'source' | 'target'>): string {
  return source.entityTitle === target.entityTitle ? source.entityTitle : `${source.entityTitle} → ${target.entityTitle}`;
}

/** "Salesforce → Shopify". */
export function formatSystems({ source, target }: Pick<SyncFlow, 'source' | 'target'>): string {
  const nameOf = (side: SyncFlow['source']) => side.connectorTypeName ?? 'Deleted system';
  return `${nameOf(source)} → ${nameOf(target)}`;
}

/** The age of the last whole sync: "12 min". */
export function lagText(lagSeconds: number | null): string | null {
  if (lagSeconds === null) return null;
  return lagSeconds === 0 ? '0 s' : formatDuration(lagSeconds * 1_000);
}

export interface CountPart {
  label: string;
  count: number;
  isBad: boolean;
}

export function countParts({ created, updated, unchanged, skipped, waiting = 0, failed }: SyncFlow['counts']): CountPart[] {
  return [
    { label: 'new', count: created, isBad: false },
    { label: 'changed', count: updated, isBad: false },
    { label: 'unchanged', count: unchanged, isBad: false },
    { label: 'skipped', count: skipped, isBad: false },
    { label: 'waiting', count: waiting, isBad: false },
    { label: 'failed', count: failed, isBad: failed > 0 },
  ];
}

/** The number of records isn't known during the first reading. Later the previous number is a guess until more have been read. */
export function computeProgress({ counts, items }: Pick<SyncFlow, 'counts' | 'items'>): { value: number; maxValue: number } | null {
  const known = itemCount(items);
  return known > 0 && counts.read <= known ? { value: counts.read, maxValue: known } : null;
}

function itemCount(items: SyncFlow['items']): number {
  return items.InProgress + items.Success + items.Error + items.Skipped;
}

/** "1,204 read". */
export function readText({ read }: SyncFlow['counts']): string {
  return `${formatNumber(read)} ${read === 1 ? 'record' : 'records'} read`;
}

export const itemLooks: Record<SyncItem['status'], FlowLook> = {
  InProgress: { word: 'In Progress', tone: 'info' },
  Success: { word: 'Success', tone: 'success' },
  Error: { word: 'Error', tone: 'danger' },
  Skipped: { word: 'Skipped', tone: 'neutral' },
};

export function asItemStatus(text: string): SyncItem['status'] | undefined {
  return syncItemStatuses.find((status) => status === text);
}

/** A summary of several flows, by their most urgent states. */
export function flowsText(flows: readonly SyncFlow[]): string {
  const running = flows.filter(({ state }) => state === 'Running').length;
  const failed = flows.reduce((sum, { items }) => sum + items.Error, 0);
  const waiting = flows.reduce((sum, { state, items }) => sum + (state === 'Running' ? 0 : items.InProgress), 0);
  return [
    flows.length === 1 ? '1 flow' : `${flows.length} flows`,
    running > 0 ? `${running} syncing` : null,
    failed > 0 ? `${formatNumber(failed)} ${failed === 1 ? 'item' : 'items'} in Error` : null,
    waiting > 0 ? `${formatNumber(waiting)} ${waiting === 1 ? 'item' : 'items'} waiting` : null,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The editor's tab with the items of a workflow's flows. */
export function syncDataPath(workflowId: string, flowId?: string, itemId?: string): string {
  const place = Object.entries({ flow: flowId, item: itemId }).flatMap(([name, value]) =>
    value === undefined ? [] : [`&${name}=${encodeURIComponent(value)}`],
  );
  return `/workflows/${encodeURIComponent(workflowId)}/edit?tab=Sync%20Data${place.join('')}`;
}
