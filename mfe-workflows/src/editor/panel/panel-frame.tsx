import { color, font, layer, motion, shadow, size, space } from '@portage/ui';
import styled from 'styled-components';

/** Covers the right edge of the canvas, which stays usable (spec EDIT-35: 450 px); wider with the step's data beside its form. */
export const PanelFrame = styled.aside`
  position: absolute;
  inset: 0 0 0 auto;
  z-index: ${layer.sticky};
  display: flex;
  flex-direction: column;
  width: min(var(--step-panel, ${size.drawer}), 100%);
  background: ${color.raised};
  border-left: ${size.hairline} solid ${color.line};
  box-shadow: ${shadow.floating};
  outline: none;
  @media (prefers-reduced-motion: no-preference) {
    animation: step-panel-in ${motion.calm} ${motion.ease};
  }
  @keyframes step-panel-in {
    from {
      opacity: 0;
      transform: translateX(${space(6)});
    }
  }
`;
export const PanelHead = styled.header`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(3)} ${space(3)} ${space(3)} ${space(5)};
  border-bottom: ${size.hairline} solid ${color.line};
`;
export const PanelTitle = styled.h2`
  flex: 1;
  min-width: 0;
  font-size: ${font.size.base};
  line-height: 1.3;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  > small {
    display: block;
    color: ${color.muted};
    font-size: ${font.size.tiny};
    font-weight: ${font.weight.regular};
  }
`;
export const PanelBody = styled.div`
  /* Holds the hidden inputs of checkboxes, which would make the page scroll otherwise. */
  position: relative;
  flex: 1;
  min-height: 0;
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  padding: ${space(4)} ${space(5)} ${space(8)};
  overflow-y: auto;
  overscroll-behavior: contain;
`;
