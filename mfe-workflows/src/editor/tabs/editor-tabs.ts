import { usesIntegrationSettings, type WorkflowStep } from '@portage/workflow';

/** The views of the editor as the address names them (spec EDIT-01, EDIT-05..10). */
export const editorTabs = ['Design', 'Sync Data', 'Last Run', 'Version History', 'Settings', 'Data Storage'] as const;
export type EditorTab = (typeof editorTabs)[number];

/** How a workflow synchronises: by its settings, by a Sync step that needs none, or not at all. */
export type WorkflowKind = 'integration' | 'sync' | 'plain';

/** Spec EDIT-06, EDIT-09: a workflow with a step that the Settings tab sets up is an integration workflow. */
export function kindOf(steps: readonly WorkflowStep[]): WorkflowKind {
  if (steps.some(usesIntegrationSettings)) return 'integration';
  return steps.some(({ type }) => type === 'SyncStep') ? 'sync' : 'plain';
}

/** A Sync step has items to look at, too, but nothing to set up outside of its form. */
const hiddenTabs: Record<WorkflowKind, readonly EditorTab[]> = {
  integration: ['Version History', 'Data Storage'],
  sync: ['Settings'],
  plain: ['Sync Data', 'Settings'],
};

/** The tabs a workflow has, in their order. */
export function tabsOf(kind: WorkflowKind): EditorTab[] {
  return editorTabs.filter((tab) => !hiddenTabs[kind].includes(tab));
}

/**
 * The tab to show when the page is opened: an unknown or unfitting one is Design (spec EDIT-11), as is Last Run without an
 * instance (EDIT-12, EDIT-14).
 */
export function tabOnLoad(asked: string | null, hasInstance: boolean, kind: WorkflowKind): EditorTab {
  const tab = tabsOf(kind).find((one) => one === asked) ?? 'Design';
  return tab === 'Last Run' && !hasInstance ? 'Design' : tab;
}
