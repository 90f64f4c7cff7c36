import { color, size, space } from '@portage/ui/base';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { useUser } from '../app/services-context.tsx';
import type { MenuGroup } from './menu.ts';
import { Sidebar } from './sidebar.tsx';

const Drawer = styled.dialog`
  inset: 0 auto 0 0;
  width: ${size.sidebar};
  max-width: calc(100vw - ${space(12)});
  height: 100dvh;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: ${color.surface};
  color: ${color.text};
  &::backdrop {
    background: ${color.overlay};
  }
`;

interface NarrowMenuProps {
  isOpen: boolean;
  onClose: () => void;
  groups: MenuGroup[];
  path: string;
}

/** The sidebar over the page, where there is no room beside it. */
export function NarrowMenu({ isOpen, onClose, groups, path }: NarrowMenuProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  const user = useUser();

  useEffect(() => {
    if (isOpen) drawer.current?.showModal();
    else drawer.current?.close();
  }, [isOpen]);

  return (
    <Drawer
      ref={drawer}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === drawer.current) onClose();
      }}
    >
      <Sidebar groups={groups} path={path} onChoose={onClose} person={user?.email} />
    </Drawer>
  );
}
