import { useHost } from '@portage/area-kit';
import { Banner, Button, CopyButton, Dialog, FailedRead, font, Muted, Stack, space, useLoaded } from '@portage/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import styled from 'styled-components';
import { useOpenDraft, useOpenWorkflow } from '../save/saving-context.tsx';

const Address = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  code {
    min-width: 0;
    font-family: ${font.data};
    font-size: ${font.size.small};
    overflow-wrap: anywhere;
  }
`;

/** Spec EDIT-41, API-38: the link that lets others import a copy. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const { id, versionId } = useOpenWorkflow();
  const isDraft = useOpenDraft() !== null;
  const shareKey = ['workflows', id, 'share'];
  const query = useQuery({
    queryKey: [...shareKey, versionId],
    queryFn: () => api('POST /api/workflows/{id}/share', { params: { id } }),
    staleTime: 0,
  });
  const { shown: link, indicator } = useLoaded(query.data?.link, 'Creating the link');
  async function stopSharing() {
    await api('DELETE /api/workflows/{id}/share', { params: { id } });
    onClose();
    // The next Share creates another link, so nobody should copy this one meanwhile.
    queryClient.removeQueries({ queryKey: shareKey });
    notify.success('Sharing stopped: the link no longer works.');
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Share Workflow"
      actions={
        <>
          <Button variant="danger" isDisabled={!query.data} onPress={stopSharing}>
            Stop sharing
          </Button>
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Stack>
        {query.error ? <FailedRead query={query} /> : null}
        {link ? (
          <Address>
            <code>{link}</code>
            <CopyButton text={link} label="Copy link" />
          </Address>
        ) : query.error ? null : (
          indicator
        )}
        {isDraft ? <Banner tone="info">The link shares the published version. Publish the draft to share what you see.</Banner> : null}
        <Muted as="p">
          Anyone with this link and a Portage account can import a copy of the workflow as it is now. Your connectors, stored data,
          passwords and keys aren’t included, and samples lose their values; scripts and texts are copied as they are. After changes, share
          again to update the link.
        </Muted>
      </Stack>
    </Dialog>
  );
}
