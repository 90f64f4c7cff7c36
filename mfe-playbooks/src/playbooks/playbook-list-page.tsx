import { Link, Muted, Page, space, Text, usePageTitle } from '@portage/ui';
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

/** /playbookslist (spec PB-09): where a new person picks what to start with. */
export function PlaybookListPage() {
  usePageTitle('Playbooks');
  return (
    <Page>
      <Head>
        <Text as="h2" $size="display">
          Select a playbook to get started
        </Text>
        <Muted as="p">A playbook connects two systems in a few steps and keeps them in sync.</Muted>
        <Link href="/">SKIP</Link>
      </Head>
      <PlaybookGallery />
    </Page>
  );
}
