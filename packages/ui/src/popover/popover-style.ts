import { css } from 'styled-components';
import { color, font, motion, radius, shadow, size, space } from '../theme/tokens.ts';

/** The look of layers above the page. */
export const floatingStyle = css`
  background: ${color.raised};
  color: ${color.text};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  box-shadow: ${shadow.floating};
  transition: opacity ${motion.quick} ${motion.ease}, transform ${motion.quick} ${motion.ease};
  &[data-entering],
  &[data-exiting] {
    opacity: 0;
    transform: translateY(-${space(1)});
  }
`;

export const optionStyle = css`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: ${size.controlDense};
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius.control};
  color: ${color.text};
  font-size: ${font.size.base};
  text-decoration: none;
  cursor: pointer;
  outline: none;
  svg {
    flex: none;
    width: ${size.icon};
    height: ${size.icon};
    color: ${color.muted};
  }
  &[data-focused],
  &[data-hovered] {
    background: ${color.hover};
  }
  &[data-focus-visible] {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.focusRing};
  }
  &[data-selected] {
    font-weight: ${font.weight.medium};
    color: ${color.brand};
  }
  &[data-disabled] {
    color: ${color.muted};
    cursor: default;
  }
`;
