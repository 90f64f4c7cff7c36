export const selectorTabs = ['steps', 'data', 'consts', 'formula'] as const;
export type SelectorTab = (typeof selectorTabs)[number];

const STORAGE_KEY = 'portage:value-selector-tab';

/** Spec STEP-07: the last chosen tab; Steps initially, and if nothing can be stored. */
export function lastTab(): SelectorTab {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return selectorTabs.find((tab) => tab === stored) ?? 'steps';
  } catch {
    return 'steps';
  }
}

export function rememberTab(tab: SelectorTab): void {
  try {
    localStorage.setItem(STORAGE_KEY, tab);
  } catch {
    // Storage is not available: the selector starts with Steps.
  }
}
