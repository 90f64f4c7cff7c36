import { css } from 'styled-components';
import { color, font, motion, radius, size, space } from '../theme/tokens.ts';

/** A text input box. `data-invalid` and `aria-invalid` mark it as invalid. */
export const inputStyle = css`
  width: 100%;
  min-height: ${size.control};
  padding: ${space(1)} ${space(2.5)};
  background: ${color.surface};
  color: ${color.text};
  border: ${size.hairline} solid ${color.lineStrong};
  border-radius: ${radius.control};
  transition: border-color ${motion.quick} ${motion.ease};
  &:hover:not(:disabled) {
    border-color: ${color.muted};
  }
  &:focus-visible,
  &[data-focus-within] {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.hairline};
    border-color: ${color.focus};
  }
  &[aria-invalid='true'],
  &[data-invalid] {
    border-color: ${color.danger};
  }
  /* The dashes tell it from an editable field without the colour. */
  &[readonly],
  &:disabled,
  &[data-disabled] {
    background: ${color.sunken};
    border-style: dashed;
  }
  &:disabled,
  &[data-disabled] {
    color: ${color.muted};
    cursor: not-allowed;
  }
`;

export const labelStyle = css`
  color: ${color.text};
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
`;

export const hintStyle = css`
  color: ${color.muted};
  font-size: ${font.size.tiny};
`;

export const errorStyle = css`
  color: ${color.danger};
  font-size: ${font.size.tiny};
`;

export const fieldStyle = css`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  min-width: 0;
`;
