import { PreviewFlows } from '@portage/area-kit';
import { Button, Dialog } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import type { PreviewFlow } from '../../api-types.ts';

export interface PreviewDialogProps {
  /** Another key is another preview. */
  previewKey: readonly unknown[];
  load: (signal: AbortSignal) => Promise<{ flows: PreviewFlow[] }>;
  onClose: () => void;
}

/** The first twenty records as they are and as they would be written; nothing is written. */
export function PreviewDialog({ previewKey, load, onClose }: PreviewDialogProps) {
  const query = useQuery({
    queryKey: ['integrations', 'preview', ...previewKey],
    queryFn: ({ signal }) => load(signal),
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
