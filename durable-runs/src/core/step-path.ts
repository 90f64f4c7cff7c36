import type { Frame } from './run-state.ts';

/**
 * The place of a step in its run: `each[3]/route.Yes/tell`. Unique inside a run, so the run's id and the path together
 * are the idempotency key of what the step does outside (durable-runs/README.md).
 */
export function stepPath(frames: readonly Frame[], stepId: string): string {
  let path = '';
  for (const frame of frames) {
    if (frame.kind === 'loop') path += `${pathName(frame.stepId)}[${frame.index}]/`;
    else if (frame.kind === 'group') path += `${pathName(frame.stepId)}.${pathName(frame.group)}/`;
  }
  return path + pathName(stepId);
}

const PAGE = '%page';

/** The place where the innermost loop's next page is fetched: no step has such a name. */
export function pagePath(frames: readonly Frame[], page: number): string {
  const loop = frames.at(-1);
  if (loop?.kind !== 'loop') throw new Error('There is no loop to fetch a page for');
  return `${stepPath(frames.slice(0, -1), loop.stepId)}${PAGE}${page}`;
}

/** Whether a page was fetched there, rather than a step run in its turn; for the loop with this path, or for any. */
export function isPagePath(path: string, loopPath?: string): boolean {
  return loopPath === undefined ? /%page\d+$/.test(path) : path.startsWith(`${loopPath}${PAGE}`);
}

const TURN_RESULT = '%result';
const RESULTS = '%results';

/** The place where the innermost loop's turn hands its result on: no step has such a name. */
export function turnResultPath(frames: readonly Frame[]): string {
  return stepPath(frames, '') + TURN_RESULT;
}

/** The place where the results of a loop that has ended are put together. */
export function resultsPath(frames: readonly Frame[], loopStepId: string): string {
  return stepPath(frames, loopStepId) + RESULTS;
}

/** The loop whose results were put together there; null: it is another place. */
export function loopOfResults(path: string): string | null {
  return path.endsWith(RESULTS) ? path.slice(0, -RESULTS.length) : null;
}

/** The turn of the loop with this path whose result was evaluated there; null: it is another place. */
export function turnOfResult(path: string, loopPath: string): number | null {
  if (!path.endsWith(TURN_RESULT) || !path.startsWith(`${loopPath}[`)) return null;
  const digits = path.slice(loopPath.length + 1, -TURN_RESULT.length - 2);
  return /^\d+$/.test(digits) ? Number(digits) : null;
}

/** Whether a loop did something there for its turns: no step of the workflow ran at that place. */
export function isLoopPart(path: string): boolean {
  return isPagePath(path) || path.endsWith(TURN_RESULT) || path.endsWith(RESULTS);
}

/** Which page was fetched there. */
export function pageOf(path: string): number | undefined {
  const page = /%page(\d+)$/.exec(path)?.[1];
  return page === undefined ? undefined : Number(page);
}

/** A name as paths write it: the separator of a path cannot be part of a name. */
export function pathName(name: string): string {
  return name.includes('/') || name.includes('%') ? name.replaceAll('%', '%25').replaceAll('/', '%2F') : name;
}

/** The place of one item below the step that works on it: no `/` of the item's id ends a part. */
export function itemPath(flow: string, itemId: string): string {
  return `${pathName(flow)}/${pathName(itemId)}`;
}

/** The id of the item that a record is about; null for a step's own record. */
export function syncedItemId(record: { path: string; name: string }): string | null {
  if (flowPathOf(record) === null) return null;
  return record.path
    .slice(record.path.lastIndexOf('/') + 1)
    .replaceAll('%2F', '/')
    .replaceAll('%25', '%');
}

/** The part of an item's path that all items of its flow share; null for a step's own record. */
export function flowPathOf({ path, name }: { path: string; name: string }): string | null {
  const at = path.lastIndexOf('/');
  const last = path.slice(at + 1);
  if (last === pathName(name) || isLoopPart(path)) return null;
  const flow = path.slice(0, at);
  const step = flow.slice(0, flow.lastIndexOf('/'));
  return step === pathName(name) || step.endsWith(`/${pathName(name)}`) ? flow : null;
}

/** The parts of a path around a step. */
export function aroundOf(path: string): string[] {
  const parts = path.split('/');
  parts.pop();
  return parts;
}

/** The turn of a loop that a part of a path stands for (`each[3]`); null for a group of a branch. */
export function turnOf(part: string): { loop: string; index: number } | null {
  if (!part.endsWith(']')) return null;
  const at = part.lastIndexOf('[');
  const digits = part.slice(at + 1, -1);
  return at > 0 && /^\d+$/.test(digits) ? { loop: part.slice(0, at), index: Number(digits) } : null;
}

/** The place of the workflow that a path is one time of: the numbers of turns and of fetched pages left out. */
export function placeOf(path: string): string {
  const place = path.includes('[') ? path.replaceAll(/\[\d+\](?=\/)/g, '[]') : path;
  return place.includes('%page') ? place.replace(/%page\d+$/, '%page') : place;
}
