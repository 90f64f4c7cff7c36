import { messageOf } from '@portage/contracts';
import { Banner, Button, Dialog, EmptyState, Inline, Select, Spinner, Stack } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PreviewFlow } from '../../api-types.ts';
import type { IntegrationDraft } from './integration-draft.ts';
import { PreviewRecord } from './preview-record.tsx';
import { usePreviewCall } from './use-integration.ts';

export interface PreviewDialogProps {
  draft: IntegrationDraft;
  workflowId: string;
  integrationType: string;
  onClose: () => void;
}

const changeWords: readonly (readonly [PreviewFlow['records'][number]['change'], string])[] = [
  ['new', 'new'],
  ['changed', 'changed'],
  ['unchanged', 'unchanged'],
  ['waits', 'waiting'],
  ['skipped', 'skipped'],
  ['error', 'with errors'],
];

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
  const [at, setAt] = useState<number | null>(null);
  const flows = query.data ?? [];
  // The main records are last, after those that they refer to.
  const shown = flows[at ?? flows.length - 1];
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
      <Stack>
        {query.isPending ? (
          <Inline role="status">
            <Spinner /> Reading the first records of both systems…
          </Inline>
        ) : null}
        {query.error ? (
          <Banner tone="danger" title="The preview could not be made">
            {messageOf(query.error)}
          </Banner>
        ) : null}
        {flows.length > 1 ? (
          <Select
            label="Records"
            value={String(at ?? flows.length - 1)}
            onChange={(chosen) => setAt(Number(chosen))}
            options={flows.map(({ sourceEntity, targetEntity }, index) => ({
              value: String(index),
              label: `${sourceEntity} → ${targetEntity}`,
            }))}
          />
        ) : null}
        {shown ? <FlowPreview flow={shown} /> : null}
      </Stack>
    </Dialog>
  );
}

function FlowPreview({ flow }: { flow: PreviewFlow }) {
  const counts = changeWords
    .map(([change, word]) => ({ word, count: flow.records.filter((record) => record.change === change).length }))
    .filter(({ count }) => count > 0);
  return (
    <Stack>
      {flow.error ? (
        <Banner tone="danger" title="These records cannot be previewed">
          {flow.error}
        </Banner>
      ) : null}
      {flow.missingRequired.length > 0 ? (
        <Banner tone="warning" title="Required fields are not mapped">
          {flow.missingRequired.map(({ title }) => title).join(', ')}
        </Banner>
      ) : null}
      {flow.records.length === 0 && !flow.error ? (
        <EmptyState title="The source has no records yet">A sync would write nothing.</EmptyState>
      ) : null}
      {flow.records.length > 0 ? (
        <>
          <p role="status">
            {`${flow.isWhole ? 'All' : 'The first'} ${flow.records.length} ${flow.records.length === 1 ? 'record' : 'records'}: ${counts
              .map(({ count, word }) => `${count} ${word}`)
              .join(', ')}. Nothing is written by a preview.`}
          </p>
          <Stack $gap={2}>
            {flow.records.map((record, index) => (
              <PreviewRecord key={record.sourceItemId} record={record} isOpenAtFirst={index === 0} />
            ))}
          </Stack>
        </>
      ) : null}
    </Stack>
  );
}
