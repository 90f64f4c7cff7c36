import { Card, Hint, Stack, size, space } from '@portage/ui';
import type { ReactNode } from 'react';
import styled from 'styled-components';

export const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${size.drawer} / 2), 1fr));
  gap: ${space(4)};
  align-items: start;
`;

export function FormSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <Card title={title}>
      <Stack>
        {hint ? <Hint>{hint}</Hint> : null}
        {children}
      </Stack>
    </Card>
  );
}
