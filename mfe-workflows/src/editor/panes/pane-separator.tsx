import { color, size, space } from '@portage/ui';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styled from 'styled-components';
import type { PaneEdge } from './pane-sizes.ts';

const KEY_STEP_PX = 24;

const Handle = styled.div`
  position: relative;
  z-index: 2;
  flex: none;
  width: ${size.hairline};
  background: ${color.line};
  cursor: col-resize;
  touch-action: none;
  /* Wide enough to be caught. */
  &::before {
    content: '';
    position: absolute;
    inset: 0 -${space(1)};
  }
  &:hover,
  &:focus-visible,
  &:active {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: 0;
  }
`;

export interface PaneSeparatorProps {
  label: string;
  edge: PaneEdge;
  /** Width of the pane that grows and shrinks, for screen readers. */
  widthPx: number;
  onMove: (edge: PaneEdge, byPx: number) => void;
}

/** An edge between panes, moved with the pointer or the arrow keys. */
export function PaneSeparator({ label, edge, widthPx, onMove }: PaneSeparatorProps) {
  const lastX = useRef<number | null>(null);
  function onPointerMove(event: PointerEvent): void {
    if (lastX.current === null) return;
    onMove(edge, event.clientX - lastX.current);
    lastX.current = event.clientX;
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onMove(edge, event.key === 'ArrowLeft' ? -KEY_STEP_PX : KEY_STEP_PX);
  }
  return (
    <Handle
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(widthPx)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        lastX.current = event.clientX;
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        lastX.current = null;
      }}
      onPointerCancel={() => {
        lastX.current = null;
      }}
    />
  );
}
