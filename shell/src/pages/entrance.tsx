import { color, Muted, Stack, size, space, Text } from '@portage/ui/base';
import { type ReactNode, useEffect } from 'react';
import styled from 'styled-components';
import { Brand } from '../app/brand.tsx';
import { FlowPicture } from './flow-picture.tsx';

const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.1fr);
  min-height: 100dvh;
  background: ${color.surface};
  @media (max-width: 960px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Column = styled.main`
  display: flex;
  flex-direction: column;
  padding: ${space(8)};
  @media (max-width: ${size.narrow}) {
    padding: ${space(5)};
  }
`;

const Middle = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  justify-content: center;
  gap: ${space(6)};
  width: 100%;
  max-width: 380px;
  margin: 0 auto;
  padding: ${space(8)} 0;
`;

const Side = styled.aside`
  display: grid;
  place-items: center;
  padding: ${space(8)};
  border-left: ${size.hairline} solid ${color.line};
  background: ${color.canvas};
  @media (max-width: 960px) {
    display: none;
  }
`;

interface EntranceProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** The page around everything that comes before the product: sign-in, sign-up, passwords, first questions. */
export function Entrance({ title, lead, children }: EntranceProps) {
  useEffect(() => {
    document.title = `${title} · Portage`;
  }, [title]);
  return (
    <Page>
      <Column>
        <Brand />
        <Middle>
          <Stack $gap={2}>
            <Text as="h1" $size="display">
              {title}
            </Text>
            {lead && <Muted as="p">{lead}</Muted>}
          </Stack>
          {children}
        </Middle>
        <Muted as="footer" $size="tiny">
          © {new Date().getFullYear()} Portage. All rights reserved.
        </Muted>
      </Column>
      <Side aria-label="What Portage does">
        <FlowPicture />
      </Side>
    </Page>
  );
}
