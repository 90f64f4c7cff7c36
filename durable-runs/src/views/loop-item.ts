import type { StepLoop, WorkflowVersionSnapshot } from '@portage/contracts';
import type { StepRecord } from '../core/run-event.ts';
import { isPagePath, pathName } from '../core/step-path.ts';
import type { ShardStores } from '../storage/shard-stores.ts';

/** How far back from a step its loop's own record is searched, in records. */
const WINDOW = 2_000;

export interface EnclosingLoop {
  loopStepId: string;
  path: string;
  index: number;
}

/** The loops around a step, outermost first, read from its path. */
export function enclosingLoops(version: WorkflowVersionSnapshot, path: string): EnclosingLoop[] {
  const loops: (EnclosingLoop & { at: number })[] = [];
  for (const step of version.steps) {
    if (step.type !== 'Loop') continue;
    const name = pathName(step.stepId);
    const pattern = new RegExp(`(?<=^|/)${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\\[(\\d+)\\](?=/)`, 'g');
    for (const match of path.matchAll(pattern)) {
      loops.push({ loopStepId: step.stepId, path: path.slice(0, match.index) + name, index: Number(match[1]), at: match.index });
    }
  }
  return loops.sort((left, right) => left.at - right.at).map(({ at: _at, ...loop }) => loop);
}

/** The item of the innermost loop that a step ran for (spec ENG-08 `currentItem`); null outside loops. */
export function loopItem(
  stores: ShardStores,
  runKey: number,
  version: WorkflowVersionSnapshot,
  record: StepRecord,
): { item: unknown } | null {
  const loop = enclosingLoops(version, record.path).at(-1);
  return loop ? findLoopItem(stores, runKey, record.ordinal, loop) : null;
}

/** Where each loop around a step was, outermost first; empty outside loops. */
export function loopTurns(
  stores: ShardStores,
  runKey: number,
  version: WorkflowVersionSnapshot,
  { path, ordinal }: StepRecord,
): StepLoop[] {
  return enclosingLoops(version, path).map((loop) => {
    const found = findLoopList(stores, runKey, ordinal, loop);
    return { name: loop.loopStepId, index: loop.index, count: found?.count ?? null, ...(found ? { item: found.item } : {}) };
  });
}

/** The item an enclosing loop of the step with this ordinal was at. */
export function findLoopItem(stores: ShardStores, runKey: number, ordinal: number, loop: EnclosingLoop): { item: unknown } | null {
  const found = findLoopList(stores, runKey, ordinal, loop);
  return found ? { item: found.item } : null;
}

/** @returns `count`: number of all items; null: the loop's pages are fetched one after another. Null: the list isn't stored */
function findLoopList(
  stores: ShardStores,
  runKey: number,
  ordinal: number,
  loop: EnclosingLoop,
): { item: unknown; count: number | null } | null {
  for (let to = ordinal; to > 0; to -= WINDOW) {
    const records = stores.journal.records(runKey, Math.max(0, to - WINDOW), to);
    // The last page fetched before the step contains its item.
    const found = records.findLast(({ path, status }) => path === loop.path || (isPagePath(path, loop.path) && status === 'Succeeded'));
    if (!found) continue;
    const { items, firstIndex, nextPage } = stores.stepData(runKey, found.ordinal) ?? {};
    const isPaged = firstIndex !== undefined || nextPage !== undefined;
    return { item: items?.[loop.index - (firstIndex ?? 0)] ?? null, count: isPaged || !items ? null : items.length };
  }
  return null;
}
