import { color, font, Link, Page, space, usePageTitle } from '@portage/ui';
import styled from 'styled-components';
import { PlaybookGallery } from './playbook-gallery.tsx';

const Head = styled.header`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(2)};
  padding: ${space(4)} 0 ${space(2)};
  text-align: center;
`;
const Title = styled.h2`
  font-size: ${font.size.display};
`;
const Hint = styled.p`
  margin: 0;
  color: ${color.muted};
`;

/** /playbookslist (spec PB-09): where a new person picks what to start with. */
export function PlaybookListPage() {
  usePageTitle('Playbooks');
  return (
    <Page>
      <Head>
        <Title>Select a playbook to get started</Title>
        <Hint>A playbook connects two systems in a few steps and keeps them in sync.</Hint>
        <Link href="/">SKIP</Link>
      </Head>
      <PlaybookGallery />
    </Page>
  );
}
