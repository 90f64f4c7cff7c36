import { useHost } from '@portage/area-kit';
import { useQueryClient } from '@tanstack/react-query';
import { workflowKeys } from '../../workflows/workflow-queries.ts';
import { useOpenWorkflow, useSaving } from '../save/saving-context.tsx';
import { cacheDraft, getSavedDraft } from '../save/use-draft-calls.ts';

interface VersionTexts {
  label?: string;
  note?: string;
}

/** Publishes the saved draft, if there is one; the next save then begins a new one. @throws ApiError */
export function usePublishing(): (texts?: VersionTexts) => Promise<void> {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const { id, versionId: publishedVersionId } = useOpenWorkflow();
  const { between } = useSaving();
  return ({ label, note } = {}) =>
    between(async () => {
      const versionId = getSavedDraft(queryClient, id)?.versionId;
      if (versionId === undefined) return { versionId: publishedVersionId };
      const body = { versionId, publishedVersionId, label: label || null, note: note || null };
      const { workflow, warnings } = await api('POST /api/workflows/{id}/draft/publish', { params: { id }, body });
      cacheDraft(queryClient, id, null);
      queryClient.setQueryData(workflowKeys.workflow(id), { workflow });
      for (const { userMessage } of warnings) notify.warning(userMessage);
      notify.success('Published. The next run starts from this version.');
      return workflow;
    });
}
