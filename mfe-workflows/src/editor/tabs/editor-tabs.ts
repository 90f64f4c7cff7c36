import { usesIntegrationSettings, type WorkflowStep } from '@portage/workflow';

/** The editor's views, as the address names them (spec EDIT-01, EDIT-05..10). */
export const editorTabs = ['Design', 'Sync Data', 'Last Run', 'Version History', 'Settings', 'Data Storage'] as const;
export type EditorTab = (typeof editorTabs)[number];

/** How a workflow syncs: by its settings, by a Sync step that needs none, or not at all. */
export type WorkflowKind = 'integration' | 'sync' | 'plain';

/** Spec EDIT-06, EDIT-09: a workflow with a step that the Settings tab configures is an integration workflow. */
export function getWorkflowKind(steps: readonly WorkflowStep[]): WorkflowKind {
  if (steps.some(usesIntegrationSettings)) return 'integration';
  return steps.some(({ type }) => type === 'SyncStep') ? 'sync' : 'plain';
}

/** A Sync step also has items to show, but nothing to configure outside its form. */
const hiddenTabs: Record<WorkflowKind, readonly EditorTab[]> = {
  integration: ['Version History', 'Data Storage'],
  sync: ['Settings'],
  plain: ['Sync Data', 'Settings'],
};

/** In the order of the tab bar. */
export function listTabs(kind: WorkflowKind): EditorTab[] {
  return editorTabs.filter((tab) => !hiddenTabs[kind].includes(tab));
}

/** Design if the requested tab is unknown or doesn't apply (spec EDIT-11), or is Last Run without a run (EDIT-12, EDIT-14). */
export function tabOnLoad(asked: string | null, hasInstance: boolean, kind: WorkflowKind): EditorTab {
  const tab = listTabs(kind).find((one) => one === asked) ?? 'Design';
  return tab === 'Last Run' && !hasInstance ? 'Design' : tab;
}
