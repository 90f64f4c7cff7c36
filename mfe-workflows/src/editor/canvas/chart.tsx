import { Background, ReactFlow, type ReactFlowInstance, type Viewport } from '@xyflow/react';
import { memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import { zoomLimits } from '../state/editor-state.ts';
import { EdgeLayer } from './edge-layer.tsx';
import { useFlow } from './flow-context.tsx';
import { type FlowNode, nodesOfLayout } from './flow-nodes.ts';
import { EndNode, FrameNode } from './nodes/frame-node.tsx';
import { PillNode } from './nodes/pill-node.tsx';
import { PlusNode } from './nodes/plus-node.tsx';
import { StepNode } from './nodes/step-node.tsx';
import { NoteNode } from './notes/note-node.tsx';
import { Overview } from './overview/overview.tsx';

const nodeTypes = { step: StepNode, pill: PillNode, plus: PlusNode, frame: FrameNode, end: EndNode, note: NoteNode };
const noEdges: [] = [];
const noAttribution = { hideAttribution: true };

export interface ChartProps {
  chart: RefObject<ReactFlowInstance<FlowNode> | null>;
  start: Viewport;
  /** Called on every frame of a move, so it must be quick. */
  onMoving: (viewport: Viewport) => void;
  onMoved: (viewport: Viewport) => void;
  /** Called when a person starts to move the canvas. */
  onTaken: () => void;
  onPaneClick: () => void;
  onReady: () => void;
}

/** The chart itself: renders again only if the flow changes, never while a person types in a form. */
export const Chart = memo(function Chart({ chart, start, onMoving, onMoved, onTaken, onPaneClick, onReady }: ChartProps) {
  const layout = useFlow((state) => state.layout);
  const isEditable = useFlow((state) => state.isEditable);
  const known = useRef<ReadonlyMap<string, FlowNode>>(new Map());
  const nodes = useMemo(() => nodesOfLayout(layout, known.current, isEditable), [layout, isEditable]);
  useEffect(() => {
    known.current = new Map(nodes.map((node) => [node.id, node]));
  }, [nodes]);

  return (
    <ReactFlow<FlowNode>
      nodes={nodes}
      edges={noEdges}
      nodeTypes={nodeTypes}
      defaultViewport={start}
      minZoom={zoomLimits.min}
      maxZoom={zoomLimits.max}
      onInit={(instance) => {
        chart.current = instance;
        onReady();
      }}
      onMoveStart={(event) => (event ? onTaken() : undefined)}
      onMove={(_event, viewport) => onMoving(viewport)}
      onMoveEnd={(_event, viewport) => onMoved(viewport)}
      onPaneClick={onPaneClick}
      onlyRenderVisibleElements
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      elementsSelectable={false}
      edgesFocusable={false}
      panOnScroll
      zoomOnDoubleClick={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      panActivationKeyCode={null}
      disableKeyboardA11y
      proOptions={noAttribution}
    >
      <Background gap={24} size={1.5} />
      <EdgeLayer />
      <Overview />
    </ReactFlow>
  );
});
