import type { WorkflowStep } from '@portage/workflow';

/**
 * An element on the canvas:
 *
 * - `step`: a step's card
 * - `group`: the pill of a condition group
 * - `body`: the start of a loop's body, which is the plus there
 * - `frame`: the frame around a loop's body
 * - `after`: the plus after a step
 * - `groupStart`: the plus at the start of a condition group
 * - `note`: a note of a step
 * - `end`: the end of the flow
 */
export type CanvasNode =
  | { kind: 'step' | 'body' | 'frame' | 'after'; stepKey: string }
  | { kind: 'group' | 'groupStart'; stepKey: string; group: number }
  | { kind: 'note'; stepKey: string; note: number }
  | { kind: 'end' };

const KEY = /^@(group|groupStart|note|body|frame|after|end):(?:(\d+):)?(.*)$/s;

/** A unique text for each element on the canvas. A card's text is the step's own key, which the editor's store uses too. */
export function makeKey(node: CanvasNode): string {
  switch (node.kind) {
    case 'step':
      return node.stepKey;
    case 'body':
    case 'frame':
    case 'after':
      return `@${node.kind}:${node.stepKey}`;
    case 'group':
    case 'groupStart':
      return `@${node.kind}:${node.group}:${node.stepKey}`;
    case 'note':
      return `@note:${node.note}:${node.stepKey}`;
    case 'end':
      return '@end:';
    default:
      return node satisfies never;
  }
}

export function parseKey(key: string): CanvasNode {
  const [, kind, group, stepKey = ''] = KEY.exec(key) ?? [];
  switch (kind) {
    case 'group':
    case 'groupStart':
      return { kind, stepKey, group: Number(group) };
    case 'note':
      return { kind, stepKey, note: Number(group) };
    case 'body':
    case 'frame':
    case 'after':
      // A step's name may look like the number of a group.
      return { kind, stepKey: group === undefined ? stepKey : `${group}:${stepKey}` };
    case 'end':
      return { kind };
    default:
      return { kind: 'step', stepKey: key };
  }
}

/** A step's id on the canvas; steps of old versions may lack a `clientId`. */
export function keyOfStep(step: WorkflowStep): string {
  return step.clientId ?? step.stepId;
}

/** The step that an element on the canvas belongs to; null for the end of the flow, which belongs to none. */
export function getStepKey(key: string): string | null {
  const node = parseKey(key);
  return node.kind === 'end' ? null : node.stepKey;
}

/** The condition group whose pill this is; null for everything else. */
export function getGroupIndex(key: string): number | null {
  const node = parseKey(key);
  return node.kind === 'group' ? node.group : null;
}
