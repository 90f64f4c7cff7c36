import { describeSource } from '@portage/contracts';
import { actionColumn, Button, Card, CopyButton, DASH, DateTime, Table, type TableColumn, useConfirm } from '@portage/ui';
import { Trash2 } from 'lucide-react';
import { type DeploymentPreview, formatActor } from './deployment.ts';
import { useChanges, usePreviews } from './deployment-queries.ts';
import { describeLoads } from './observed.ts';

/** Versions that only people with a link get. */
export function PreviewsCard() {
  const { data: previews, error, refetch } = usePreviews();
  const { deletePreview } = useChanges();
  const [confirm, question] = useConfirm();
  // Before the first response, and while there is nothing to say, the page has no place for it.
  if (!error && (previews ?? []).length === 0) return question;

  function askToDelete(preview: DeploymentPreview): void {
    const { name, area } = preview;
    confirm({
      title: 'Delete preview',
      message: (
        <p>
          The link of “{name}” stops working, and people who have opened it get the live version of {area} again.
        </p>
      ),
      confirmLabel: 'Delete',
      cancelLabel: 'Cancel',
      onConfirm: () => deletePreview(preview),
    });
  }

  return (
    <Card title="Previews" isFlush>
      <Table
        label="Previews"
        columns={previewColumns(askToDelete)}
        rows={previews}
        rowKey={({ id }) => id}
        error={previews ? null : error}
        onRetry={refetch}
      />
      {question}
    </Card>
  );
}

function previewColumns(askToDelete: (preview: DeploymentPreview) => void): TableColumn<DeploymentPreview>[] {
  return [
    { id: 'area', header: 'Area', render: ({ area }) => area },
    { id: 'name', header: 'Preview', render: ({ name }) => name },
    { id: 'source', header: 'Commit', render: ({ source }) => (source ? describeSource(source) : DASH) },
    { id: 'by', header: 'Deployed by', render: ({ by }) => formatActor(by) },
    { id: 'observed', header: 'Seen', render: ({ observed }) => (observed ? describeLoads(observed) : DASH) },
    { id: 'endsAt', header: 'Until', render: ({ endsAt }) => <DateTime value={endsAt} /> },
    actionColumn({
      buttons: (preview) => (
        <>
          <CopyButton text={preview.link} label={`Copy link of ${preview.name}, ${preview.area}`} />
          <Button
            size="dense"
            icon={<Trash2 />}
            aria-label={`Delete the preview ${preview.name} of ${preview.area}`}
            onPress={() => askToDelete(preview)}
          >
            Delete
          </Button>
        </>
      ),
    }),
  ];
}
