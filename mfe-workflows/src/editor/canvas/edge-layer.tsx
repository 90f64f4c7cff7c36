import { color } from '@portage/ui';
import { ViewportPortal } from '@xyflow/react';
import { memo, useMemo } from 'react';
import styled from 'styled-components';
import { pathsByStrip } from '../layout/edge-path.ts';
import { takenEdges } from '../layout/taken-edges.ts';
import { useFlow } from './flow-context.tsx';

const Lines = styled.svg`
  position: absolute;
  top: 0;
  left: 0;
  width: 1px;
  height: 1px;
  overflow: visible;
  pointer-events: none;
  path {
    fill: none;
    stroke: ${color.lineStrong};
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  path[data-taken] {
    stroke: ${color.success};
    stroke-width: 2;
  }
`;

/** Draws all lines of the flow as a few paths. One chart edge per line would be slower, and the layout already has the routes. */
export const EdgeLayer = memo(function EdgeLayer() {
  const layout = useFlow((state) => state.layout);
  const statusOf = useFlow((state) => state.statusOf);
  const steps = useFlow((state) => (state.statusOf ? state.steps : null));
  const { plain, taken } = useMemo(() => {
    const taken = takenEdges(layout.edges, steps ?? [], (step) => statusOf?.(step)?.status);
    return {
      plain: pathsByStrip(layout.edges.filter((edge) => !taken.has(edge))),
      taken: pathsByStrip([...taken]),
    };
  }, [layout, statusOf, steps]);
  return (
    <ViewportPortal>
      <Lines aria-hidden>
        {plain.map((path) => (
          <path key={path} d={path} />
        ))}
        {taken.map((path) => (
          <path key={path} d={path} data-taken />
        ))}
      </Lines>
    </ViewportPortal>
  );
});
