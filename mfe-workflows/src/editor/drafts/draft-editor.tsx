import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, Page, useLoaded } from '@portage/ui';
import { useEffect } from 'react';
import type { Workflow } from '../../api-types.ts';
import { Editor } from '../editor.tsx';
import { useWorkflowDraft } from '../save/use-draft-calls.ts';
import { useDraftParam } from './use-draft-place.ts';

/** The editor of an active workflow's draft. A workflow that is inactive when opened has no draft to edit here. */
export function DraftEditor({ workflow }: { workflow: Workflow }) {
  const { leave } = useDraftParam();
  const query = useWorkflowDraft(workflow.id);
  const fresh = query.isFetchedAfterMount && !query.isLoadingError ? query.data : undefined;
  const { shown: draft, indicator } = useLoaded(fresh, 'Loading the draft');
  const isLoaded = draft !== undefined;
  useEffect(() => {
    if (!isLoaded && !workflow.isActive) leave();
  }, [isLoaded, leave, workflow.isActive]);

  if (query.error && !isLoaded) {
    return (
      <Page>
        <Banner tone="danger" title="The draft cannot be shown" action={<Button onPress={leave}>Show the published version</Button>}>
          {getErrorMessage(query.error)}
        </Banner>
      </Page>
    );
  }
  if (draft === undefined) return indicator;
  return <Editor key="draft" workflow={workflow} draft={{ saved: draft }} />;
}
