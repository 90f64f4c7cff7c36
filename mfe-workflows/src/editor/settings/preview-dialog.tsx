import { Button, Dialog, PreviewFlows } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import type { IntegrationDraft } from './integration-draft.ts';
import { usePreviewCall } from './use-integration.ts';

export interface PreviewDialogProps {
  draft: IntegrationDraft;
  workflowId: string;
  integrationType: string;
  onClose: () => void;
}

/** The first twenty records as they are and as they would be written; nothing is written. */
export function PreviewDialog({ draft, workflowId, integrationType, onClose }: PreviewDialogProps) {
  const preview = usePreviewCall(workflowId, integrationType);
  const query = useQuery({
    queryKey: ['integrations', 'preview', workflowId, draft],
    queryFn: ({ signal }) => preview(draft, signal),
    select: ({ flows }) => flows,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Preview"
      width="1000px"
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button onPress={() => query.refetch()} isPending={query.isFetching}>
            Read again
          </Button>
        </>
      }
    >
      <PreviewFlows flows={query.data} error={query.error} />
    </Dialog>
  );
}
