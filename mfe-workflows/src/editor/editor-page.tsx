import { useHost } from '@portage/area-kit';
import { messageOf } from '@portage/contracts';
import { Banner, Button, Page, useLoaded, usePageTitle } from '@portage/ui';
import { useParams } from 'react-router';
import { DraftEditor } from './drafts/draft-editor.tsx';
import { useDraftPlace } from './drafts/use-draft-place.ts';
import { Editor } from './editor.tsx';
import { useWorkflow } from './save/use-workflow.ts';

/** /workflows/{id}/edit (spec EDIT-01). */
export function EditorPage() {
  const { id = '' } = useParams();
  const { navigate } = useHost();
  const query = useWorkflow(id);
  const { isDraft } = useDraftPlace();
  // The editor goes on from what it opened with, so that must be what the server has now.
  const fresh = query.isFetchedAfterMount && !query.isLoadingError ? query.data : undefined;
  const { shown: workflow, indicator } = useLoaded(fresh, 'Loading the workflow');
  // The editor's own title bar shows the name, beside its edit icon.
  usePageTitle(workflow ? `Workflows / ${workflow.name}` : 'Workflows', 'Workflows');

  if (query.error && !workflow) {
    return (
      <Page>
        <Banner
          tone="danger"
          title="This workflow cannot be shown"
          action={<Button onPress={() => navigate('/workflows')}>Workflows</Button>}
        >
          {messageOf(query.error)}
        </Banner>
      </Page>
    );
  }
  if (!workflow) return indicator;
  if (isDraft) return <DraftEditor key={workflow.id} workflow={workflow} />;
  return <Editor key={workflow.id} workflow={workflow} />;
}
