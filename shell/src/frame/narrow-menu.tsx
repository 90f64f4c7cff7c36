import { color, size, space } from '@portage/ui/base';
import type { RefObject } from 'react';
import styled from 'styled-components';
import type { MenuGroup } from '../services/menu.ts';
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
  /** Opened by `showModal`; the browser's own dialog knows when it is closed. */
  drawer: RefObject<HTMLDialogElement | null>;
  groups: MenuGroup[];
  path: string;
}

/** The sidebar over the page, if there is no room next to it. */
export function NarrowMenu({ drawer, groups, path }: NarrowMenuProps) {
  const close = () => drawer.current?.close();

  return (
    <Drawer
      ref={drawer}
      aria-label="Menu"
      onClick={(event) => {
        if (event.target === drawer.current) close();
      }}
    >
      <Sidebar groups={groups} path={path} onChoose={close} />
    </Drawer>
  );
}
