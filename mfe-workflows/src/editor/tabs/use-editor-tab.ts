import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type EditorTab, tabOnLoad, tabsOf } from './editor-tabs.ts';

export interface EditorTabState {
  tab: EditorTab;
  /** The run that Last Run shows; null: the newest one. */
  runId: string | null;
  show(tab: EditorTab, runId?: string | null): void;
}

/** Tab and run of the editor, kept in the address as `tab` and `workflowInstanceId` (spec EDIT-01). */
export function useEditorTab(isIntegration: boolean): EditorTabState {
  const [search, setSearch] = useSearchParams();
  const runId = search.get('workflowInstanceId');
  const asked = search.get('tab');
  const [isLoad, setIsLoad] = useState(true);
  // A click on Last Run shows it also where there is no run yet (spec EDIT-13, EDIT-14).
  const tab = tabOnLoad(asked, runId !== null || !isLoad, isIntegration);

  const show = useCallback(
    (next: EditorTab, nextRunId?: string | null) => {
      setIsLoad(false);
      setSearch((previous) => {
        const params = new URLSearchParams(previous);
        if (next === 'Design') params.delete('tab');
        else params.set('tab', next);
        if (nextRunId === null) params.delete('workflowInstanceId');
        else if (nextRunId !== undefined) params.set('workflowInstanceId', nextRunId);
        return params;
      });
    },
    [setSearch],
  );
  return { tab: tabsOf(isIntegration).includes(tab) ? tab : 'Design', runId, show };
}
