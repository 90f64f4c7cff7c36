import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Modal } from 'react-aria-components';
import styled from 'styled-components';
import { Button } from '../button/button.tsx';
import { color, motion, shadow, size, space } from '../theme/tokens.ts';
import { Backdrop, OverlayBody, OverlayFooter, OverlayHeader, OverlayTitle } from './modal-style.ts';

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
const Content = styled(AriaDialog)`
  display: flex;
  flex-direction: column;
  flex: 1;
  min-width: 0;
  outline: none;
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
        <Content>
          <OverlayHeader>
            <OverlayTitle slot="title">{title}</OverlayTitle>
            <Button variant="ghost" size="dense" aria-label="Close" isIconOnly icon={<X aria-hidden />} onPress={onClose} />
          </OverlayHeader>
          <OverlayBody>{children}</OverlayBody>
          {actions ? <OverlayFooter>{actions}</OverlayFooter> : null}
        </Content>
      </Frame>
    </Side>
  );
}
