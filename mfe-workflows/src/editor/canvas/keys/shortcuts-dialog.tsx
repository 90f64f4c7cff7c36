import { color, Dialog, font, radius, size, space } from '@portage/ui';
import styled from 'styled-components';
import { useFlow, useFlowContext } from '../flow-context.tsx';
import { shortcuts, shortcutText } from './shortcuts.ts';

const List = styled.dl`
  display: grid;
  grid-template-columns: max-content 1fr;
  gap: ${space(2)} ${space(5)};
  margin: 0;
  dt,
  dd {
    margin: 0;
  }
  kbd {
    padding: ${space(0.5)} ${space(1.5)};
    border: ${size.hairline} solid ${color.line};
    border-radius: ${radius.control};
    background: ${color.sunken};
    font-size: ${font.size.tiny};
    white-space: nowrap;
  }
`;

export function ShortcutsDialog() {
  const { store, actions } = useFlowContext();
  const isOpen = useFlow((state) => state.isShowingShortcuts);
  const isEditable = useFlow((state) => state.isEditable);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        store.set({ isShowingShortcuts: false });
        actions.focus(store.getState().focusKey, { reveal: true });
      }}
      title="Keyboard shortcuts"
    >
      <List>
        {shortcuts
          .filter(({ isEdit }) => isEditable || !isEdit)
          .flatMap(({ keys, does }) => [
            <dt key={`${keys} keys`}>
              <kbd>{shortcutText(keys)}</kbd>
            </dt>,
            <dd key={keys}>{does}</dd>,
          ])}
      </List>
    </Dialog>
  );
}
