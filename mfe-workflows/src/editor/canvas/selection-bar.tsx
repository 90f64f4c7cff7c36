import { color, font, IconButton, layer, radius, shadow, size, space } from '@portage/ui';
import styled from 'styled-components';
import { useFlow } from './flow-context.tsx';
import { type SelectionHandlers, useSelectionEntries } from './menu/selection-menu.tsx';

const Bar = styled.div`
  position: absolute;
  top: ${space(3)};
  left: 50%;
  z-index: ${layer.sticky};
  display: flex;
  align-items: center;
  gap: ${space(0.5)};
  max-width: calc(100% - ${space(4)});
  padding: ${space(0.5)} ${space(1)} ${space(0.5)} ${space(3)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  box-shadow: ${shadow.floating};
  transform: translateX(-50%);
  > span {
    margin-right: ${space(2)};
    font-size: ${font.size.small};
    font-weight: ${font.weight.medium};
    white-space: nowrap;
  }
`;

export function SelectionBar(handlers: SelectionHandlers) {
  const selection = useFlow((state) => state.selection);
  const isEditable = useFlow((state) => state.isEditable);
  const isCarrying = useFlow((state) => state.carry !== null);
  const [first] = selection;
  if (selection.size < 2 || first === undefined || !isEditable || isCarrying) return null;
  return <Actions firstKey={first} count={selection.size} handlers={handlers} />;
}

function Actions({ firstKey, count, handlers }: { firstKey: string; count: number; handlers: SelectionHandlers }) {
  const entries = useSelectionEntries(firstKey, handlers);
  return (
    <Bar data-keeps-panel role="toolbar" aria-label={`${count} chosen steps`}>
      <span role="status">{count} steps</span>
      {entries
        // A step's menu has this entry; the bar has only the most used ones.
        .filter(({ id }) => id !== 'copy-to')
        .map(({ id, label, icon, keys, onAction }) => (
          <IconButton key={id} size="dense" label={keys ? `${label} (${keys})` : label} icon={icon} onPress={onAction} />
        ))}
    </Bar>
  );
}
