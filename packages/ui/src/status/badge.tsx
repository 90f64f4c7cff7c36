import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, radius, size, space, type Tone, toneColor } from '../theme/tokens.ts';

const Pill = styled.span<{ $tone: Tone }>`
  display: inline-flex;
  align-items: center;
  gap: ${space(1.25)};
  padding: ${space(0.5)} ${space(2)};
  border-radius: ${radius.round};
  background: ${({ $tone }) => toneColor[$tone].soft};
  color: ${({ $tone }) => ($tone === 'neutral' ? color.text : toneColor[$tone].text)};
  font-size: ${font.size.tiny};
  font-weight: ${font.weight.medium};
  white-space: nowrap;
  svg {
    flex: none;
    width: ${size.iconSmall};
    height: ${size.iconSmall};
  }
`;

export interface BadgeProps {
  tone?: Tone | undefined;
  icon?: ReactNode;
  children: ReactNode;
}

/** A word about something, in the colour of its meaning. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <Pill $tone={tone}>
      {icon}
      {children}
    </Pill>
  );
}
