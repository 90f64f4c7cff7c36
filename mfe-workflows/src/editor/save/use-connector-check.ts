import { useApi } from '@portage/area-kit';
import { useEffect, useState } from 'react';
import { useSettingsSavedAt } from '../integration/use-integration.ts';
import { ConnectorFindings } from '../state/connector-findings.ts';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import { useOpenDraft, useOpenWorkflow, useSavingState } from './saving-context.tsx';

/** Checks connector steps, on the server because it has the documents: on opening, and after a save that changed them or a sync. */
export function useConnectorCheck(): void {
  const api = useApi();
  const store = useEditorStore();
  const workflow = useOpenWorkflow();
  const draft = useOpenDraft();
  const { id } = workflow;
  const isDraft = draft !== null;
  const versionId = draft?.saved?.versionId ?? workflow.versionId;
  const { hasUnsavedChanges } = useSavingState();
  const [findings] = useState(() => new ConnectorFindings());
  const settingsSavedAt = useSettingsSavedAt(id);
  const [judgedSettings, setJudgedSettings] = useState(settingsSavedAt);
  const areStepsUnknown = useEditor((state) => findings.unknownOf(state.steps).length > 0);
  const isUnknown = areStepsUnknown || judgedSettings !== settingsSavedAt;
  const isAsked = isUnknown && !hasUnsavedChanges;

  useEffect(() => {
    if (!isAsked) return undefined;
    const controller = new AbortController();
    const { steps } = store.getState();
    api(
      'GET /api/workflows/{id}/connector-step-problems',
      { params: { id }, query: isDraft ? { ofDraft: true } : {} },
      { signal: controller.signal },
    )
      .then((found) => {
        // Another person has saved a version meanwhile.
        if (found.versionId !== versionId) return;
        findings.learn(steps, found);
        setJudgedSettings(settingsSavedAt);
        store.addCheck(findings.problemsOf);
        store.addCheck(findings.warningsOf, 'warning');
      })
      // Ignored: the forms report the same problems, and activation checks again.
      .catch(() => undefined);
    return () => controller.abort();
  }, [api, findings, id, isAsked, isDraft, settingsSavedAt, store, versionId]);
}
