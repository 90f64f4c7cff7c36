import type { ReactNode } from 'react';
import { Modal } from 'react-aria-components';
import styled from 'styled-components';
import { color, motion, radius, shadow, size, space } from '../theme/tokens.ts';
import { Backdrop, OverlayContent } from './overlay-parts.tsx';

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
        <OverlayContent title={title} role={role} onClose={onClose} actions={actions}>
          {children}
        </OverlayContent>
      </Frame>
    </Centre>
  );
}
