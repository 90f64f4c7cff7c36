import type { Frame } from './run-state.ts';

/**
 * The path of a step in its run: `each[3]/route.Yes/tell`. Unique in a run, so the run's id and the path together are the idempotency key
 * of the step's outside calls (durable-runs/README.md).
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

/** The path at which the innermost loop's next page is fetched. No step has such a name. */
export function pagePath(frames: readonly Frame[], page: number): string {
  const loop = frames.at(-1);
  if (loop?.kind !== 'loop') throw new Error('There is no loop to fetch a page for');
  return `${stepPath(frames.slice(0, -1), loop.stepId)}${PAGE}${page}`;
}

/** Whether a page was fetched at this path, for the loop at `loopPath` or for any loop, instead of a step having run there. */
export function isPagePath(path: string, loopPath?: string): boolean {
  return loopPath === undefined ? /%page\d+$/.test(path) : path.startsWith(`${loopPath}${PAGE}`);
}

const TURN_RESULT = '%result';
const RESULTS = '%results';

/** The path at which the innermost loop's iteration returns its result. No step has such a name. */
export function turnResultPath(frames: readonly Frame[]): string {
  return stepPath(frames, '') + TURN_RESULT;
}

/** The path at which the results of an ended loop are combined. */
export function resultsPath(frames: readonly Frame[], loopStepId: string): string {
  return stepPath(frames, loopStepId) + RESULTS;
}

/** The loop whose results were combined at this path; null for other paths. */
export function loopOfResults(path: string): string | null {
  return path.endsWith(RESULTS) ? path.slice(0, -RESULTS.length) : null;
}

/** The iteration of the loop at `loopPath` whose result was evaluated at this path; null for other paths. */
export function turnOfResult(path: string, loopPath: string): number | null {
  if (!path.endsWith(TURN_RESULT) || !path.startsWith(`${loopPath}[`)) return null;
  const digits = path.slice(loopPath.length + 1, -TURN_RESULT.length - 2);
  return /^\d+$/.test(digits) ? Number(digits) : null;
}

/** Whether a loop did something for its iterations at this path, rather than a step of the workflow. */
export function isLoopPart(path: string): boolean {
  return isPagePath(path) || path.endsWith(TURN_RESULT) || path.endsWith(RESULTS);
}

/** The page that was fetched at this path. */
export function parsePageNumber(path: string): number | undefined {
  const page = /%page(\d+)$/.exec(path)?.[1];
  return page === undefined ? undefined : Number(page);
}

/** A name as paths write it. A name must not contain the path separator. */
export function pathName(name: string): string {
  return name.includes('/') || name.includes('%') ? name.replaceAll('%', '%25').replaceAll('/', '%2F') : name;
}

/** The path of an item below its step. A `/` in the item's id doesn't split the path. */
export function itemPath(flow: string, itemId: string): string {
  return `${pathName(flow)}/${pathName(itemId)}`;
}

/** The id of the item that a record describes; null for a step's own record. */
export function syncedItemId(record: { path: string; name: string }): string | null {
  if (findFlowPath(record) === null) return null;
  return record.path
    .slice(record.path.lastIndexOf('/') + 1)
    .replaceAll('%2F', '/')
    .replaceAll('%25', '%');
}

/** The part of an item's path that all items of its flow share; null for a step's own record. */
export function findFlowPath({ path, name }: { path: string; name: string }): string | null {
  const at = path.lastIndexOf('/');
  const last = path.slice(at + 1);
  if (last === pathName(name) || isLoopPart(path)) return null;
  const flow = path.slice(0, at);
  const step = flow.slice(0, flow.lastIndexOf('/'));
  return step === pathName(name) || step.endsWith(`/${pathName(name)}`) ? flow : null;
}

/** The parts of a path that surround its step. */
export function getEnclosingParts(path: string): string[] {
  const parts = path.split('/');
  parts.pop();
  return parts;
}

/** The loop iteration that a part of a path names (`each[3]`); null for a group of a branch. */
export function parseIteration(part: string): { loop: string; index: number } | null {
  if (!part.endsWith(']')) return null;
  const at = part.lastIndexOf('[');
  const digits = part.slice(at + 1, -1);
  return at > 0 && /^\d+$/.test(digits) ? { loop: part.slice(0, at), index: Number(digits) } : null;
}

/** A path without the numbers of iterations and fetched pages: the position in the workflow. */
export function stripNumbers(path: string): string {
  const place = path.includes('[') ? path.replaceAll(/\[\d+\](?=\/)/g, '[]') : path;
  return place.includes('%page') ? place.replace(/%page\d+$/, '%page') : place;
}
