import { color, radius, size } from '@portage/ui';
import styled from 'styled-components';

/** The canvas, with the few rules that the chart library needs; its own style sheet would be one more request. */
export const ChartArea = styled.div`
  position: relative;
  flex: 1;
  min-width: 0;
  min-height: 0;
  background: ${color.canvas};
  outline: none;
  overflow: hidden;
  &:focus-visible:not([data-focus-on-load]) {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.focusRing};
    border-radius: ${radius.card};
  }
  .react-flow { direction: ltr; }
  .react-flow__container { position: absolute; top: 0; left: 0; width: 100%; height: 100%; }
  .react-flow__pane { z-index: 1; touch-action: none; }
  .react-flow__pane.draggable { cursor: grab; }
  .react-flow__pane.dragging { cursor: grabbing; }
  .react-flow__viewport { z-index: 2; transform-origin: 0 0; pointer-events: none; }
  .react-flow__renderer { z-index: 4; }
  .react-flow__nodes { pointer-events: none; transform-origin: 0 0; }
  .react-flow__node { position: absolute; transform-origin: 0 0; user-select: none; }
  .react-flow__edges, .react-flow__edgelabel-renderer { position: absolute; pointer-events: none; }
  .react-flow__viewport-portal { position: absolute; top: 0; left: 0; width: 100%; height: 100%; user-select: none; }
  .react-flow__background { z-index: -1; pointer-events: none; }
  /* When zoomed out, only the names can be read. */
  &[data-far] [data-card] strong { font-size: 1.375rem; }
  &[data-far] [data-card] strong + span { display: none; }
  &[data-far] [data-pill] { font-size: 1.125rem; }
  .react-flow__background-pattern.dots { fill: ${color.line}; }
`;

/** Palette and canvas side by side. Elements that float above them, such as a step's form, are positioned inside. */
export const CanvasFrame = styled.div`
  position: relative;
  display: flex;
  flex: 1;
  min-width: 0;
  min-height: 0;
  height: 100%;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  overflow: hidden;
  /* The canvas ends where the form begins, so that no card lies behind it. */
  @media (min-width: ${size.narrow}) {
    &:has(> [data-step-panel]) > [data-flowchart] {
      margin-right: var(--step-panel, ${size.drawer});
    }
  }
  &:has(> [data-step-panel][data-wide]) > [data-palette] {
    display: none;
  }
  /* On a small screen the form takes the palette's room, so that a strip of the flow stays in sight. */
  @media (max-width: 1100px) {
    &:has([data-step-panel]) > [data-palette] {
      display: none;
    }
  }
`;
