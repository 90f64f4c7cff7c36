import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Modal } from 'react-aria-components';
import styled from 'styled-components';
import { Button } from '../button/button.tsx';
import { color, motion, radius, shadow, size, space } from '../theme/tokens.ts';
import { Backdrop, OverlayBody, OverlayFooter, OverlayHeader, OverlayTitle } from './modal-style.ts';

const Centre = styled(Backdrop)`
  align-items: flex-start;
  justify-content: center;
  padding: 10vh ${space(4)} ${space(4)};
`;
const Frame = styled(Modal)<{ $width: string }>`
  display: flex;
  width: 100%;
  max-width: ${({ $width }) => $width};
  max-height: 80vh;
  background: ${color.raised};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  box-shadow: ${shadow.floating};
  transition: transform ${motion.calm} ${motion.ease};
  &[data-entering] {
    transform: translateY(${space(2)});
  }
`;
const Content = styled(AriaDialog)`
  display: flex;
  flex-direction: column;
  flex: 1;
  min-width: 0;
  outline: none;
`;

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** `alertdialog` for questions that need a choice. */
  role?: 'dialog' | 'alertdialog' | undefined;
  isWide?: boolean | undefined;
  /** For dialogs whose width the specification names. */
  width?: string | undefined;
  /** Buttons at the bottom right, the main one last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Escape closes it, but a click outside doesn't: the input would be lost. Focus stays inside and returns afterwards. */
export function Dialog({ isOpen, onClose, title, role = 'dialog', isWide = false, width, actions, children }: DialogProps) {
  return (
    <Centre isOpen={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Frame $width={width ?? (isWide ? size.dialogWide : size.dialog)}>
        <Content role={role}>
          <OverlayHeader>
            <OverlayTitle slot="title">{title}</OverlayTitle>
            {role === 'dialog' ? (
              <Button variant="ghost" size="dense" aria-label="Close" isIconOnly icon={<X aria-hidden />} onPress={onClose} />
            ) : null}
          </OverlayHeader>
          <OverlayBody>{children}</OverlayBody>
          {actions ? <OverlayFooter>{actions}</OverlayFooter> : null}
        </Content>
      </Frame>
    </Centre>
  );
}
