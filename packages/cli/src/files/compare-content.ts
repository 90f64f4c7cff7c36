import { isSameJson } from '@portage/primitives/json';
import type { WorkflowContent } from './content.ts';
import { isMap, own, type Portable } from './reference.ts';

/** A value that differs, by its path: `steps.price.script`. Undefined: it doesn't exist there. */
export interface Difference {
  path: string;
  before: Portable | undefined;
  after: Portable | undefined;
}

export function isSameContent(left: WorkflowContent, right: WorkflowContent): boolean {
  return isSameJson(left, right);
}

export function listDifferences(before: WorkflowContent | null, after: WorkflowContent | null): Difference[] {
  return compare('', before === null ? {} : byStepName(before), after === null ? {} : byStepName(after));
}

/** Steps by name, so that a step that moves or comes between others isn't a change of all after it. */
function byStepName({ steps, ...rest }: WorkflowContent): Portable {
  const named = steps.map((step, index) => [isMap(step) ? String(step.stepId) : String(index), step] as const);
  return { ...rest, steps: Object.fromEntries(named), order: named.map(([name]) => name) };
}

function compare(path: string, before: Portable | undefined, after: Portable | undefined): Difference[] {
  if (isMap(before) && isMap(after)) {
    const members = new Set([...Object.keys(before), ...Object.keys(after)]);
    const found = [...members].flatMap((member) => compare(path ? `${path}.${member}` : member, own(before, member), own(after, member)));
    // Names of steps say it already.
    return found.some((difference) => difference.path.startsWith('steps.'))
      ? found.filter((difference) => difference.path !== 'order')
      : found;
  }
  return isSameJson(before, after) ? [] : [{ path, before, after }];
}

/** Values at paths that differ from the base on either side, for people. */
export function threeWayDifferences(base: WorkflowContent | null, theirs: WorkflowContent | null, mine: WorkflowContent | null): string[] {
  const server = new Map(listDifferences(base, theirs).map((difference) => [difference.path, difference]));
  const local = new Map(listDifferences(base, mine).map((difference) => [difference.path, difference]));
  return [...new Set([...server.keys(), ...local.keys()])].sort().flatMap((path) => {
    const [onServer, here] = [server.get(path), local.get(path)];
    const before = (onServer ?? here)?.before;
    return [
      path,
      `  base:   ${show(before)}`,
      `  server: ${onServer ? show(onServer.after) : '(as base)'}`,
      `  here:   ${here ? show(here.after) : '(as base)'}`,
    ];
  });
}

export function describeDifference({ path, before, after }: Difference): string[] {
  return [path, ...(before === undefined ? [] : [`  - ${show(before)}`]), ...(after === undefined ? [] : [`  + ${show(after)}`])];
}

const LONGEST_SHOWN = 2_000;

function show(value: Portable | undefined): string {
  if (value === undefined) return '(none)';
  const text = JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
