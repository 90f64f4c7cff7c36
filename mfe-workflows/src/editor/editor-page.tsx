import { useLoaded, usePageTitle } from '@portage/ui';
import { useParams } from 'react-router';
import { UnreadablePage } from '../unreadable-page.tsx';
import { DraftEditor } from './drafts/draft-editor.tsx';
import { useDraftParam } from './drafts/use-draft-place.ts';
import { Editor } from './editor.tsx';
import { useWorkflow } from './save/use-workflow.ts';

/** /workflows/{id}/edit (spec EDIT-01). */
export function EditorPage() {
  const { id = '' } = useParams();
  const query = useWorkflow(id);
  const { isDraft } = useDraftParam();
  // The editor continues from what it opened with, so that must be what the server has now.
  const fresh = query.isFetchedAfterMount && !query.isLoadingError ? query.data : undefined;
  const { shown: workflow, indicator } = useLoaded(fresh, 'Loading the workflow');
  // The editor's own title bar shows the name, next to its edit icon.
  usePageTitle(workflow ? `Workflows / ${workflow.name}` : 'Workflows', 'Workflows');

  if (query.error && !workflow) {
    const list = { name: 'Workflows', path: '/workflows' };
    return <UnreadablePage title="This workflow cannot be shown" error={query.error} onRetry={() => void query.refetch()} list={list} />;
  }
  if (!workflow) return indicator;
  if (isDraft) return <DraftEditor key={workflow.id} workflow={workflow} />;
  return <Editor key={workflow.id} workflow={workflow} />;
}
