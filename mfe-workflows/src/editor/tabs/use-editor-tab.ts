import { keep, readStoredJson } from '@portage/area-kit/kept';
import { useCallback, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type EditorTab, listTabs, tabOnLoad, type WorkflowKind } from './editor-tabs.ts';

export interface EditorTabState {
  tab: EditorTab;
  /** The run that Last Run shows; null for the newest one. */
  runId: string | null;
  /** True if the person didn't choose the run: it was the newest when Last Run was opened. */
  isNewest: boolean;
  show(tab: EditorTab, runId?: string | null): void;
  /** Writes the newest run into the address, so that Last Run shows it again after a reload. */
  pin(runId: string): void;
}

/** Where the pinned run is stored across a reload: the person didn't choose it. */
const PINNED_KEY = 'portage:pinned-run';

/** Tab and run of the editor, stored in the address as `tab` and `workflowInstanceId` (spec EDIT-01). */
export function useEditorTab(kind: WorkflowKind): EditorTabState {
  const [search, setSearch] = useSearchParams();
  const runId = search.get('workflowInstanceId');
  const asked = search.get('tab');
  const [isLoad, setIsLoad] = useState(true);
  // A click on Last Run shows it even if there is no run yet (spec EDIT-13, EDIT-14).
  const tab = tabOnLoad(asked, runId !== null || !isLoad, kind);

  const pinned = useRef(readStoredJson(sessionStorage, PINNED_KEY));
  const pin = useCallback(
    (newest: string) => {
      pinned.current = newest;
      keep(sessionStorage, PINNED_KEY, newest);
      setSearch(
        (previous) =>
          new URLSearchParams([...previous].filter(([name]) => name !== 'workflowInstanceId').concat([['workflowInstanceId', newest]])),
        {
          replace: true,
        },
      );
    },
    [setSearch],
  );
  const show = useCallback(
    (next: EditorTab, nextRunId?: string | null) => {
      setIsLoad(false);
      setSearch((previous) => {
        const params = new URLSearchParams(previous);
        if (next === 'Design') params.delete('tab');
        else params.set('tab', next);
        // The newest run of that time may no longer be the newest.
        const isPinned = params.get('workflowInstanceId') === pinned.current;
        if (nextRunId === null || (nextRunId === undefined && isPinned)) params.delete('workflowInstanceId');
        else if (nextRunId !== undefined) params.set('workflowInstanceId', nextRunId);
        return params;
      });
    },
    [setSearch],
  );
  return {
    tab: listTabs(kind).includes(tab) ? tab : 'Design',
    runId,
    isNewest: runId === null || runId === pinned.current,
    show,
    pin,
  };
}
