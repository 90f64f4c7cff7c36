import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, radius, size, space, type Tone, toneColor } from '../theme/tokens.ts';

const Box = styled.div<{ $tone: Tone }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(2.5)} ${space(3)};
  background: ${({ $tone }) => toneColor[$tone].soft};
  border: ${size.hairline} solid color-mix(in srgb, ${({ $tone }) => toneColor[$tone].text} 35%, transparent);
  border-radius: ${radius.control};
  color: ${color.text};
`;
const Words = styled.div`
  flex: 1 1 ${size.menu};
  min-width: 0;
  overflow-wrap: anywhere;
  /* On a phone, an action beside the words would leave them a narrow column. One that is no wider than an icon has its place there. */
  @media (max-width: ${size.narrow}) {
    flex-basis: calc(100% - ${space(12)});
  }
`;
const Title = styled.strong<{ $tone: Tone }>`
  display: block;
  color: ${({ $tone }) => toneColor[$tone].text};
  font-weight: ${font.weight.bold};
`;

export interface BannerProps {
  tone?: Tone | undefined;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or link that resolves it. */
  action?: ReactNode;
}

/** A message in the page. Dangers are read out at once, others when there is time. */
export function Banner({ tone = 'info', title, children, action }: BannerProps) {
  return (
    <Box $tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Words>
        {title ? <Title $tone={tone}>{title}</Title> : null}
        {children}
      </Words>
      {action}
    </Box>
  );
}
