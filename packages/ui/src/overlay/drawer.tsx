import type { ReactNode } from 'react';
import { Modal } from 'react-aria-components';
import styled from 'styled-components';
import { color, motion, shadow, size, space } from '../theme/tokens.ts';
import { Backdrop, OverlayContent } from './overlay-parts.tsx';

const Side = styled(Backdrop)`
  justify-content: flex-end;
`;
const Frame = styled(Modal)<{ $width: string }>`
  display: flex;
  width: min(${({ $width }) => $width}, 100vw);
  height: 100%;
  background: ${color.raised};
  border-left: ${size.hairline} solid ${color.line};
  box-shadow: ${shadow.floating};
  transition: transform ${motion.calm} ${motion.ease};
  &[data-entering],
  &[data-exiting] {
    transform: translateX(${space(8)});
  }
`;
export interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** 450 or 460 px, the two widths of the specification. */
  width?: 450 | 460 | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

/** A panel from the right, for details next to their page. */
export function Drawer({ isOpen, onClose, title, width = 450, actions, children }: DrawerProps) {
  return (
    <Side isOpen={isOpen} onOpenChange={(open) => (open ? undefined : onClose())} isDismissable>
      <Frame $width={width === 450 ? size.drawer : size.drawerWide}>
        <OverlayContent title={title} onClose={onClose} actions={actions}>
          {children}
        </OverlayContent>
      </Frame>
    </Side>
  );
}
