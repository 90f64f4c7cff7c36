import { PreviewFlows, useApi } from '@portage/area-kit';
import { Badge, Button, FoldingPanel, Inline, Muted, Stack, Text } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template } from '../../playbooks/api-types.ts';
import type { StepProps } from '../step-props.ts';

/** The first records of each workflow, as they would be written. Nothing is written before the playbook is created. */
export function PreviewStep({ playbook, template }: StepProps) {
  return (
    <Stack>
      <Text $maxWidth="70ch">
        This is what the first sync would write; nothing is written until you create the playbook. A value that is emptied in the source
        later stays in the target, unless its field mapping says otherwise.
      </Text>
      {template.workflows.map((workflow, index) => (
        <WorkflowPreview key={workflow.id} playbookId={playbook.id} workflow={workflow} isOpenAtFirst={index === 0} />
      ))}
    </Stack>
  );
}

interface WorkflowPreviewProps {
  playbookId: string;
  workflow: Template['workflows'][number];
  isOpenAtFirst: boolean;
}

function WorkflowPreview({ playbookId, workflow, isOpenAtFirst }: WorkflowPreviewProps) {
  const api = useApi();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const preview = useQuery({
    queryKey: ['playbooks', 'preview', playbookId, workflow.id],
    queryFn: ({ signal }) =>
      api('POST /api/playbooks/{id}/preview', { params: { id: playbookId }, body: { workflowTemplateId: workflow.id } }, { signal }),
    select: ({ flows }) => flows,
    enabled: isOpen,
    retry: false,
    // The answers may have changed since the step was last shown.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const records = preview.data?.flatMap((flow) => flow.records) ?? [];
  const isRead = preview.data?.every((flow) => flow.error === null || flow.records.length > 0);
  const failed = records.filter(({ change }) => change === 'error').length;
  return (
    <FoldingPanel
      title={workflow.name}
      facts={
        <>
          {isRead ? <Badge>{records.length === 1 ? '1 record' : `${records.length} records`}</Badge> : null}
          {failed > 0 ? <Badge tone="danger">{`${failed} with errors`}</Badge> : null}
        </>
      }
      isOpen={isOpen}
      onOpenChange={setIsOpen}
    >
      <Muted as="p">{workflow.description}</Muted>
      <PreviewFlows flows={preview.data} error={preview.isFetching ? null : preview.error} />
      <Inline>
        <Button size="dense" aria-label={`Read again: ${workflow.name}`} isPending={preview.isFetching} onPress={() => preview.refetch()}>
          Read again
        </Button>
      </Inline>
    </FoldingPanel>
  );
}
