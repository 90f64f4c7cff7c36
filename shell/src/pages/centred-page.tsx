import { color, radius, size, space, Text } from '@portage/ui/base';
import { type ReactNode, useEffect } from 'react';
import styled from 'styled-components';
import { Brand } from '../app/brand.tsx';

const Page = styled.main`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(6)};
  min-height: 100dvh;
  padding: ${space(10)} ${space(4)};
  background: ${color.canvas};
`;
const Box = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  width: 100%;
  max-width: ${size.dialog};
  padding: ${space(6)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.surface};
`;

/** A page with one message, outside the frame: other systems send people here. */
export function CentredPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Portage`;
  }, [title]);
  return (
    <Page>
      <Brand />
      <Box>
        <Text as="h1" $size="title" $breaks>
          {title}
        </Text>
        {children}
      </Box>
    </Page>
  );
}
