import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Dialog, Heading, ModalOverlay } from 'react-aria-components';
import styled from 'styled-components';
import { Button } from '../button/button.tsx';
import { color, font, layer, motion, size, space } from '../theme/tokens.ts';

/** Darkens the page behind a modal. */
export const Backdrop = styled(ModalOverlay)`
  position: fixed;
  inset: 0;
  z-index: ${layer.overlay};
  display: flex;
  background: ${color.overlay};
  transition: opacity ${motion.calm} ${motion.ease};
  &[data-entering],
  &[data-exiting] {
    opacity: 0;
  }
`;

const Header = styled.header`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(4)} ${space(5)};
  border-bottom: ${size.hairline} solid ${color.line};
`;

const Title = styled(Heading)`
  flex: 1;
  min-width: 0;
  font-size: ${font.size.large};
  overflow-wrap: anywhere;
`;

const Body = styled.div`
  flex: 1;
  min-height: 0;
  padding: ${space(5)};
  overflow: auto;
  &:focus-visible {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.focusRing};
  }
`;

const Footer = styled.footer`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space(2)};
  padding: ${space(3)} ${space(5)};
  border-top: ${size.hairline} solid ${color.line};
`;

const Content = styled(Dialog)`
  display: flex;
  flex-direction: column;
  flex: 1;
  min-width: 0;
  outline: none;
`;

interface OverlayContentProps {
  title: string;
  /** An `alertdialog` has no button that closes it. */
  role?: 'dialog' | 'alertdialog';
  onClose: () => void;
  /** Buttons at the bottom right, the main one last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The inside of a dialog or a drawer. */
export function OverlayContent({ title, role = 'dialog', onClose, actions, children }: OverlayContentProps) {
  const body = useRef<HTMLDivElement>(null);
  const scrollsAlone = useScrollsAlone(body);
  return (
    <Content role={role}>
      <Header>
        <Title slot="title">{title}</Title>
        {role === 'dialog' ? (
          <Button variant="ghost" size="dense" aria-label="Close" isIconOnly icon={<X aria-hidden />} onPress={onClose} />
        ) : null}
      </Header>
      <Body
        ref={body}
        tabIndex={scrollsAlone ? 0 : undefined}
        role={scrollsAlone ? 'group' : undefined}
        aria-label={scrollsAlone ? title : undefined}
      >
        {children}
      </Body>
      {actions ? <Footer>{actions}</Footer> : null}
    </Content>
  );
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

/** Whether content scrolls that has nothing to focus: then the keyboard must reach the box itself. */
function useScrollsAlone(body: RefObject<HTMLDivElement | null>): boolean {
  const [isAlone, setIsAlone] = useState(false);
  useEffect(() => {
    const box = body.current;
    if (!box) return;
    const look = () => setIsAlone(box.scrollHeight > box.clientHeight && box.querySelector(FOCUSABLE) === null);
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => observer.disconnect();
  }, [body]);
  return isAlone;
}
