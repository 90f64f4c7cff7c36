import type { ReactNode } from 'react';
import { Tooltip } from '../popover/tooltip.tsx';
import { Button, type ButtonProps } from './button.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'aria-label' | 'isIconOnly'> {
  /** Read out, and shown on hover and focus. */
  label: string;
  icon: ReactNode;
}

/** An icon button; its label is in the tooltip. */
export function IconButton({ label, icon, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button {...rest} variant={variant} icon={icon} aria-label={label} isIconOnly />
    </Tooltip>
  );
}
