import { Heading, ModalOverlay } from 'react-aria-components';
import styled from 'styled-components';
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

export const OverlayHeader = styled.header`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(4)} ${space(5)};
  border-bottom: ${size.hairline} solid ${color.line};
`;

export const OverlayTitle = styled(Heading)`
  flex: 1;
  min-width: 0;
  font-size: ${font.size.large};
  overflow-wrap: anywhere;
`;

export const OverlayBody = styled.div`
  flex: 1;
  min-height: 0;
  padding: ${space(5)};
  overflow: auto;
`;

export const OverlayFooter = styled.footer`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space(2)};
  padding: ${space(3)} ${space(5)};
  border-top: ${size.hairline} solid ${color.line};
`;
