import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { color, radius, size, space } from '../theme/tokens.ts';
import { CardBox } from './card.tsx';
import { Inline, Stack, Text } from './parts.ts';

const Toggle = styled.button`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: ${space(3)};
  width: 100%;
  padding: ${space(3)} ${space(4)};
  border: 0;
  border-radius: ${radius.card};
  background: none;
  color: ${color.text};
  font: inherit;
  text-align: left;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
`;

export interface FoldingPanelProps {
  title: string;
  /** Shown after the title, such as badges. */
  facts?: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Rendered only while the panel is open. */
  children: ReactNode;
}

/** A panel that opens and closes with its title. */
export function FoldingPanel({ title, facts, isOpen, onOpenChange, children }: FoldingPanelProps) {
  const id = useId();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <CardBox aria-label={title}>
      <Text as="h3" $size="base">
        <Toggle type="button" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => onOpenChange(!isOpen)}>
          <Chevron aria-hidden size={size.icon} />
          <Inline as="span" $gap={[1, 3]} $breaks>
            {title}
            {facts}
          </Inline>
        </Toggle>
      </Text>
      {isOpen ? (
        <Stack $gap={3} $padding={[1, 4, 4]} id={id}>
          {children}
        </Stack>
      ) : null}
    </CardBox>
  );
}
