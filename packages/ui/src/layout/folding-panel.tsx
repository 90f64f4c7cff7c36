import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { color, font, radius, size, space } from '../theme/tokens.ts';

const Box = styled.section`
  min-width: 0;
  background: ${color.surface};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
`;
const Head = styled.h3`
  margin: 0;
  font-size: ${font.size.base};
`;
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
const Words = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  overflow-wrap: anywhere;
`;
const Body = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  padding: ${space(1)} ${space(4)} ${space(4)};
`;

export interface FoldingPanelProps {
  title: string;
  /** After the title: badges. */
  facts?: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Rendered while the panel is open. */
  children: ReactNode;
}

/** A panel that opens and closes with its title. */
export function FoldingPanel({ title, facts, isOpen, onOpenChange, children }: FoldingPanelProps) {
  const id = useId();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <Box aria-label={title}>
      <Head>
        <Toggle type="button" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => onOpenChange(!isOpen)}>
          <Chevron aria-hidden size={size.icon} />
          <Words>
            {title}
            {facts}
          </Words>
        </Toggle>
      </Head>
      {isOpen ? <Body id={id}>{children}</Body> : null}
    </Box>
  );
}
