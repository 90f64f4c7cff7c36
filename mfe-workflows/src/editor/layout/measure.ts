import type { OutlineNode } from '@portage/workflow';
import { sizes } from './sizes.ts';

/** The size of a chain, or of a step with its contents: to both sides of its line, and down. */
export interface Extent {
  left: number;
  right: number;
  height: number;
}

/** A step with its contents. */
export interface Block extends Extent {
  node: OutlineNode;
  columns: Column[];
  body: Stack | null;
}

/** A condition group or an error path: `x` is the middle of its line, relative to the line of its step. */
export interface Column {
  index: number;
  x: number;
  stack: Stack;
}

/** The steps of a chain below each other. Each is followed by a gap, except an end step. */
export interface Stack extends Extent {
  blocks: Block[];
}

const half = sizes.card.width / 2;

/** Distance from a branch's top edge to the pills of its groups, and to the chains below them. */
export const pillTop = sizes.card.height + 2 * sizes.fork;
export const columnTop = pillTop + sizes.pill.height;

/** Whether a step ends its chain: an end step that leads nowhere. */
export function endsChain({ step }: OutlineNode): boolean {
  return step.type === 'EndStep' && !step.nextStepId;
}

export function measureChain(chain: readonly OutlineNode[]): Stack {
  const stack: Stack = { left: half, right: half, height: 0, blocks: [] };
  for (const node of chain) {
    const block = measureNode(node);
    stack.blocks.push(block);
    stack.left = Math.max(stack.left, block.left);
    stack.right = Math.max(stack.right, block.right);
    stack.height += block.height + (endsChain(node) ? 0 : sizes.gap);
  }
  return stack;
}

function measureNode(node: OutlineNode): Block {
  const card: Block = { node, columns: [], body: null, left: half, right: half, height: sizes.card.height };
  if (node.body) return measureLoop(card, measureChain(node.body));
  const [group] = node.groups ?? [];
  if (group && node.step.type !== 'Branch') return measureErrorPath(card, group);
  if (node.groups && node.groups.length > 0) return measureBranch(card, node.groups);
  return card;
}

/** Measures a loop: its body is to its right, in a frame (spec EDIT-44). */
function measureLoop(card: Block, body: Stack): Block {
  const frame = computeFrame(body);
  return { ...card, body, right: half + sizes.loop.gap + frame.width, height: Math.max(card.height, frame.height) };
}

/** The size of the frame around a body, with space for the line in, the steps and the line back. */
export function computeFrame(body: Stack): { width: number; height: number; spineX: number } {
  const { padding, startY, lane } = sizes.loop;
  return {
    width: body.left + body.right + 2 * padding,
    height: startY + sizes.gap + body.height + lane,
    spineX: padding + body.left,
  };
}

/** Measures a step with an error path, which is drawn to the right of the line that continues. */
function measureErrorPath(card: Block, { index, chain }: NonNullable<OutlineNode['groups']>[number]): Block {
  const stack = measureChain(chain);
  const x = half + sizes.columnGap + stack.left;
  return { ...card, columns: [{ index, x, stack }], right: x + stack.right, height: columnTop + sizes.gap + stack.height };
}

function measureBranch(card: Block, groups: NonNullable<OutlineNode['groups']>): Block {
  const columns: Column[] = [];
  let reach = 0;
  let height = 0;
  for (const { index, chain } of groups) {
    const stack = measureChain(chain);
    const x = columns.length === 0 ? 0 : reach + sizes.columnGap + stack.left;
    columns.push({ index, x, stack });
    reach = x + stack.right;
    height = Math.max(height, sizes.gap + stack.height);
  }
  const first = columns[0];
  const middle = (columns.at(-1)?.x ?? 0) / 2;
  for (const column of columns) column.x -= middle;
  return {
    ...card,
    columns,
    left: Math.max(half, middle + (first?.stack.left ?? 0)),
    right: Math.max(half, reach - middle),
    height: columnTop + height,
  };
}
