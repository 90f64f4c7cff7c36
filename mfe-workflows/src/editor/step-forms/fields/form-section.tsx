import { color, font, Inline, size, space, Text } from '@portage/ui';
import type { ReactNode } from 'react';
import { useId } from 'react';
import styled from 'styled-components';

const Box = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  min-width: 0;
  padding-top: ${space(4)};
  border-top: ${size.hairline} solid ${color.line};
`;
export const Hint = styled.p`
  margin: 0;
  color: ${color.muted};
  font-size: ${font.size.tiny};
`;
/** A message about a whole section, such as that a list has no rows. */
export const Problem = styled.p`
  margin: 0;
  color: ${color.danger};
  font-size: ${font.size.tiny};
`;
/** Two fields side by side, equally wide by default. */
export const FieldRow = styled.div<{ $columns?: string }>`
  display: grid;
  grid-template-columns: ${({ $columns = '1fr 1fr' }) => $columns};
  gap: ${space(3)};
  align-items: start;
`;

export function FormSection({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Box aria-labelledby={id}>
      <Inline>
        <Text as="h3" $size="small" $weight="bold" $grows id={id}>
          {title}
        </Text>
        {actions}
      </Inline>
      {children}
    </Box>
  );
}
