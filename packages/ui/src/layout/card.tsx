import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, radius, size, space } from '../theme/tokens.ts';
import { Text } from './parts.ts';

export const CardBox = styled.section`
  min-width: 0;
  background: ${color.surface};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
`;
const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  padding: ${space(3)} ${space(4)};
  border-bottom: ${size.hairline} solid ${color.line};
`;
const Body = styled.div<{ $isFlush: boolean }>`
  padding: ${({ $isFlush }) => ($isFlush ? 0 : space(4))};
`;

export interface CardProps {
  title?: ReactNode;
  actions?: ReactNode;
  /** No padding, for tables. */
  isFlush?: boolean | undefined;
  children: ReactNode;
}

/** A surface for related content. */
export function Card({ title, actions, isFlush = false, children }: CardProps) {
  return (
    <CardBox>
      {title || actions ? (
        <Head>
          <Text as="h2" $size="base">
            {title}
          </Text>
          {actions}
        </Head>
      ) : null}
      <Body $isFlush={isFlush}>{children}</Body>
    </CardBox>
  );
}
