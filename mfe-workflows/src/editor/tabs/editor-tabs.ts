import type { WorkflowStep } from '@portage/workflow';

/** The views of the editor as the address names them (spec EDIT-01, EDIT-05..10). */
export const editorTabs = ['Design', 'Sync Data', 'Last Run', 'Version History', 'Settings', 'Data Storage'] as const;
export type EditorTab = (typeof editorTabs)[number];

/** Spec EDIT-06, EDIT-09: a workflow with an integration step is an integration workflow. */
export function isIntegrationWorkflow(steps: readonly WorkflowStep[]): boolean {
  return steps.some((step) => step.type === 'IntegrationStep');
}

/** The tabs a workflow has, in their order. */
export function tabsOf(isIntegration: boolean): EditorTab[] {
  const hidden: readonly EditorTab[] = isIntegration ? ['Version History', 'Data Storage'] : ['Sync Data', 'Settings'];
  return editorTabs.filter((tab) => !hidden.includes(tab));
}

/**
 * The tab to show when the page is opened: an unknown or unfitting one is Design (spec EDIT-11), as is Last Run without an
 * instance (EDIT-12, EDIT-14).
 */
export function tabOnLoad(asked: string | null, hasInstance: boolean, isIntegration: boolean): EditorTab {
  const tab = tabsOf(isIntegration).find((one) => one === asked) ?? 'Design';
  return tab === 'Last Run' && !hasInstance ? 'Design' : tab;
}
