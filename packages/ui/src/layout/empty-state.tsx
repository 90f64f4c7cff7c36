import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, size, space } from '../theme/tokens.ts';
import { Text } from './parts.ts';

const Box = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(2)};
  padding: ${space(10)} ${space(4)};
  text-align: center;
  > svg {
    width: ${size.iconHuge};
    height: ${size.iconHuge};
    color: ${color.muted};
    stroke-width: 1.25;
  }
`;
export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What to do next, in a sentence. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Says that nothing is here yet, and what to do about it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <Box>
      {icon ?? <Inbox aria-hidden />}
      <Text $size="large" $weight="bold">
        {title}
      </Text>
      {children ? (
        <Text $color="muted" $maxWidth={size.dialog}>
          {children}
        </Text>
      ) : null}
      {action}
    </Box>
  );
}
