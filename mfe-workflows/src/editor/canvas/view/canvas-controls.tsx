import { color, font, IconButton, layer, radius, size, space } from '@portage/ui';
import { Keyboard, Map as MapIcon, Maximize, Search, StickyNote, ZoomIn, ZoomOut } from 'lucide-react';
import styled from 'styled-components';
import type { CanvasRequest } from '../../state/editor-state.ts';
import { useFlow, useFlowContext } from '../flow-context.tsx';

const Bar = styled.div`
  position: absolute;
  bottom: ${space(3)};
  left: ${space(3)};
  z-index: ${layer.sticky};
  display: flex;
  align-items: center;
  gap: ${space(0.5)};
  padding: ${space(0.5)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
`;
const Hint = styled.p`
  position: absolute;
  bottom: ${space(3)};
  left: 50%;
  z-index: ${layer.sticky};
  padding: ${space(2)} ${space(4)};
  border-radius: ${radius.round};
  background: ${color.text};
  color: ${color.surface};
  font-size: ${font.size.small};
  white-space: nowrap;
  transform: translateX(-50%);
  pointer-events: none;
`;

/** The canvas's own buttons; while designing, zoom and search are in the toolbar above. */
export function CanvasControls({ request }: { request: (request: CanvasRequest) => void }) {
  const mode = useFlow((state) => state.mode);
  const { noting } = useFlowContext();
  const isEditable = useFlow((state) => state.isEditable);
  const showsOverview = useFlow((state) => state.showsOverview);
  return (
    <Bar data-keeps-panel>
      {mode === 'design' ? null : (
        <>
          <IconButton label="Zoom out" size="dense" icon={<ZoomOut aria-hidden />} onPress={() => request({ kind: 'zoomOut' })} />
          <IconButton label="Zoom in" size="dense" icon={<ZoomIn aria-hidden />} onPress={() => request({ kind: 'zoomIn' })} />
          <IconButton label="Fit to view" size="dense" icon={<Maximize aria-hidden />} onPress={() => request({ kind: 'fit' })} />
          <IconButton label="Search for a step" size="dense" icon={<Search aria-hidden />} onPress={() => request({ kind: 'search' })} />
        </>
      )}
      {isEditable ? (
        <IconButton label="Add a note" size="dense" icon={<StickyNote aria-hidden />} onPress={() => noting.addHere()} />
      ) : null}
      <IconButton
        label={showsOverview ? 'Hide the overview' : 'Show the overview'}
        size="dense"
        icon={<MapIcon aria-hidden />}
        onPress={() => request({ kind: 'overview' })}
      />
      <IconButton label="Keyboard shortcuts" size="dense" icon={<Keyboard aria-hidden />} onPress={() => request({ kind: 'shortcuts' })} />
    </Bar>
  );
}

export function CarryHint() {
  const carry = useFlow((state) => state.carry);
  if (!carry) return null;
  const isStep = carry.what.kind === 'step';
  const words =
    carry.by === 'keys'
      ? '↑ ↓ choose a position, Enter drops it there, Esc cancels'
      : isStep
        ? 'Drop it on a highlighted spot · hold Ctrl or Alt to copy · Esc cancels'
        : 'Drop it on a highlighted spot · Esc cancels';
  return <Hint role="status">{words}</Hint>;
}
