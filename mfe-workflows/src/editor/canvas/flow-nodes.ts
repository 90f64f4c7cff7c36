import { type Node, Position } from '@xyflow/react';
import type { Box, LaidOutFlow } from '../layout/laid-out-flow.ts';
import { makeKey } from '../layout/node-key.ts';

/** The data of a node of the chart. Nodes read everything that changes often from the flow's store, by key. */
export interface FlowNodeData extends Record<string, unknown> {
  key: string;
  number?: number;
  isUnreached?: boolean;
  isOnly?: boolean;
  branchKey?: string;
  groupIndex?: number;
  loopKey?: string;
  stepKey?: string;
  noteIndex?: number;
}

export type FlowNode = Node<FlowNodeData>;

/** A layout's boxes as nodes of the chart. A box that didn't move keeps its node object, so that it isn't drawn again. */
export function nodesOfLayout(layout: LaidOutFlow, before: ReadonlyMap<string, FlowNode>, isEditable: boolean): FlowNode[] {
  const nodes: FlowNode[] = [];
  const add = (type: string, box: Box & { key: string }, zIndex: number, data: Omit<FlowNodeData, 'key'> = {}) => {
    const old = before.get(box.key);
    const node = makeNode(type, box, zIndex, { key: box.key, ...data });
    nodes.push(old && isSameNode(old, node) ? old : node);
  };
  for (const { loopKey, ...box } of layout.frames) add('frame', box, 0, { loopKey });
  for (const { stepKey, noteIndex, ...box } of layout.notes) add('note', box, 0, { stepKey, noteIndex });
  for (const { branchKey, groupIndex, ...box } of layout.pills) add('pill', box, 2, { branchKey, groupIndex });
  for (const { number, isUnreached, ...box } of layout.cards) add('step', box, 2, { number, isUnreached });
  if (isEditable) for (const { isOnly, ...box } of layout.pluses) add('plus', box, 1, { isOnly });
  if (layout.end) add('end', { key: makeKey({ kind: 'end' }), ...layout.end }, 1);
  return nodes;
}

function makeNode(type: string, { x, y, width, height }: Box, zIndex: number, data: FlowNodeData): FlowNode {
  return {
    id: data.key,
    type,
    position: { x, y },
    width,
    height,
    zIndex,
    data,
    // With known handles nothing needs measuring, and what is out of view is never drawn.
    handles: [{ type: 'target', position: Position.Top, x: width / 2, y: 0 }],
  };
}

function isSameNode(one: FlowNode, other: FlowNode): boolean {
  if (one.type !== other.type || one.width !== other.width || one.height !== other.height) return false;
  if (one.position.x !== other.position.x || one.position.y !== other.position.y) return false;
  return Object.entries(other.data).every(([name, value]) => one.data[name] === value);
}
