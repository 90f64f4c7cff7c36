import type { ReactElement, ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import styled from 'styled-components';
import { font, size, space } from '../theme/tokens.ts';
import { floatingStyle } from './popover-style.ts';

const Bubble = styled(AriaTooltip)`
  ${floatingStyle}
  max-width: ${size.field};
  padding: ${space(1)} ${space(2)};
  font-size: ${font.size.tiny};
`;

export interface TooltipProps {
  text: ReactNode;
  placement?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  /** A button or link of this package. */
  children: ReactElement;
}

/** A few words about a control, on hover and keyboard focus. */
export function Tooltip({ text, placement = 'top', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500}>
      {children}
      <Bubble placement={placement} offset={6}>
        {text}
      </Bubble>
    </TooltipTrigger>
  );
}
