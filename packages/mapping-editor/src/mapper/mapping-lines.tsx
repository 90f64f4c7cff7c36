import { color, motion, type RowLayout } from '@portage/ui';
import { memo } from 'react';
import styled from 'styled-components';
import { GUTTER_PX } from './mapper-style.ts';
import type { FieldDrag } from './use-field-drag.ts';

const Frame = styled.svg`
  position: relative;
  z-index: 1;
  overflow: visible;
  pointer-events: none;
`;
const Curve = styled.path<{ $look: LineLook; $isAway: boolean }>`
  fill: none;
  stroke: ${({ $look }) => ($look === 'doubt' ? color.warning : $look === 'active' ? color.brand : color.muted)};
  stroke-width: ${({ $look }) => ($look === 'active' ? 2.5 : 1.5)};
  stroke-dasharray: ${({ $look }) => ($look === 'doubt' ? '5 4' : 'none')};
  opacity: ${({ $isAway }) => ($isAway ? 0.35 : 0.9)};
  transition: stroke ${motion.quick} ${motion.ease};
`;

export type LineLook = 'plain' | 'active' | 'doubt';

export interface MappingLine {
  sourceAt: number;
  targetAt: number;
  look: LineLook;
}

export interface MappingLinesProps {
  lines: readonly MappingLine[];
  source: RowLayout;
  target: RowLayout;
  /** A drag that has started at a row of the source. */
  drag: FieldDrag | null;
  dragFrom: number;
}

/** Lines between mapped fields with at least one visible end; an invisible end is drawn at the list's edge. */
export const MappingLines = memo(function MappingLines({ lines, source, target, drag, dragFrom }: MappingLinesProps) {
  const heightPx = Math.max(source.heightPx, target.heightPx);
  return (
    <Frame width={GUTTER_PX} height={heightPx} aria-hidden data-mapping-lines>
      {lines.map(({ sourceAt, targetAt, look }) => {
        const [from, to] = [computeLineEnd(source, sourceAt), computeLineEnd(target, targetAt)];
        if (from.isAway && to.isAway) return null;
        return <Curve key={`${sourceAt} ${targetAt}`} d={curve(from.y, to.y)} $look={look} $isAway={from.isAway || to.isAway} />;
      })}
      {drag && dragFrom >= 0 ? <DragLine from={computeLineEnd(source, dragFrom).y} drag={drag} /> : null}
    </Frame>
  );
});

/** The dragged line. It ends at the pointer, whose position is in window coordinates. */
function DragLine({ from, drag }: { from: number; drag: FieldDrag }) {
  return (
    <g
      ref={(group) => {
        const frame = group?.ownerSVGElement?.getBoundingClientRect();
        const path = group?.querySelector('path');
        if (frame && path) path.setAttribute('d', curve(from, drag.y - frame.top, drag.x - frame.left));
      }}
    >
      <Curve $look="active" $isAway={false} />
    </g>
  );
}

function computeLineEnd({ topOf, rowPx, scrollTop, heightPx }: RowLayout, at: number): { y: number; isAway: boolean } {
  const y = topOf(at) + rowPx / 2 - scrollTop;
  return { y: Math.max(2, Math.min(heightPx - 2, y)), isAway: y < 0 || y > heightPx };
}

function curve(from: number, to: number, width: number = GUTTER_PX): string {
  const bend = Math.max(width / 2, 24);
  return `M0,${from} C${bend},${from} ${width - bend},${to} ${width},${to}`;
}
