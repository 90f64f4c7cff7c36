import styled, { keyframes } from 'styled-components';
import { size } from '../theme/tokens.ts';

const turn = keyframes`to { transform: rotate(360deg); }`;

const Ring = styled.span<{ $size: string }>`
  display: inline-block;
  flex: none;
  width: ${({ $size }) => $size};
  height: ${({ $size }) => $size};
  border: ${size.focusRing} solid currentColor;
  border-top-color: transparent;
  border-radius: 50%;
  animation: ${turn} 700ms linear infinite;
  @media (prefers-reduced-motion: reduce) {
    animation: none;
    border-top-color: currentColor;
    opacity: 0.6;
  }
`;

export interface SpinnerProps {
  /** Read out; without it the spinner is decoration next to a text. */
  label?: string | undefined;
  size?: 'small' | 'regular' | 'large' | undefined;
}

const sizes = { small: size.iconSmall, regular: size.icon, large: size.iconLarge } as const;

/** Shows that something is in progress; it has the text's colour. */
export function Spinner({ label, size: spinnerSize = 'regular' }: SpinnerProps) {
  return label ? <Ring $size={sizes[spinnerSize]} role="status" aria-label={label} /> : <Ring $size={sizes[spinnerSize]} aria-hidden />;
}
