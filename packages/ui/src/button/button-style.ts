import { css } from 'styled-components';
import { color, font, motion, radius, size, space } from '../theme/tokens.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ControlSize = 'regular' | 'dense' | 'touch';

export interface ButtonLook {
  $variant: ButtonVariant;
  $size: ControlSize;
  $isIconOnly?: boolean;
}

const height: Record<ControlSize, string> = { regular: size.control, dense: size.controlDense, touch: size.touch };

const variants = {
  primary: css`
    background: ${color.brand};
    border-color: ${color.brand};
    color: ${color.onBrand};
    &:hover:not(:disabled) {
      background: ${color.brandHover};
      border-color: ${color.brandHover};
    }
  `,
  secondary: css`
    background: ${color.surface};
    border-color: ${color.lineStrong};
    color: ${color.text};
    &:hover:not(:disabled) {
      background: ${color.hover};
    }
  `,
  ghost: css`
    background: transparent;
    border-color: transparent;
    color: ${color.text};
    &:hover:not(:disabled) {
      background: ${color.hover};
    }
  `,
  danger: css`
    background: ${color.danger};
    border-color: ${color.danger};
    color: ${color.onDanger};
    &:hover:not(:disabled) {
      background: ${color.dangerHover};
      border-color: ${color.dangerHover};
    }
  `,
} satisfies Record<ButtonVariant, ReturnType<typeof css>>;

/** The shared look of buttons, native or React Aria. */
export const buttonStyle = css<ButtonLook>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space(1.5)};
  flex: none;
  min-height: ${({ $size }) => height[$size]};
  padding: 0 ${({ $size }) => ($size === 'dense' ? space(2) : space(3))};
  border: ${size.hairline} solid transparent;
  border-radius: ${radius.control};
  font-weight: ${font.weight.medium};
  line-height: 1.2;
  white-space: nowrap;
  text-decoration: none;
  cursor: pointer;
  user-select: none;
  transition: background-color ${motion.quick} ${motion.ease}, border-color ${motion.quick} ${motion.ease};
  ${({ $variant }) => variants[$variant]}
  ${({ $isIconOnly, $size }) =>
    $isIconOnly &&
    css`
      width: ${height[$size]};
      padding: 0;
    `}
  &:disabled {
    background: ${({ $variant }) => ($variant === 'ghost' ? 'transparent' : color.sunken)};
    border-color: ${({ $variant }) => ($variant === 'ghost' ? 'transparent' : color.line)};
    color: ${color.muted};
    cursor: not-allowed;
  }
  svg {
    flex: none;
    width: ${size.icon};
    height: ${size.icon};
  }
`;
