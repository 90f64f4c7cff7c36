import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styled from 'styled-components';
import { type ButtonLook, type ButtonVariant, buttonStyle, type ControlSize } from '../button/button-style.ts';
import { Spinner } from '../button/spinner.tsx';

const Native = styled.button<ButtonLook>`
  ${buttonStyle}
`;

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
  /** Shows progress and ignores clicks. */
  isPending?: boolean | undefined;
  children: ReactNode;
}

/** A native button for pages that load without React Aria. */
export function Button({
  variant = 'secondary',
  size = 'regular',
  isPending = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <Native
      {...rest}
      type={type}
      $variant={variant}
      $size={size}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={(event) => (isPending ? event.preventDefault() : onClick?.(event))}
    >
      {isPending ? <Spinner /> : null}
      {children}
    </Native>
  );
}
