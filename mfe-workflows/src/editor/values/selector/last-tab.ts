export const selectorTabs = ['steps', 'data', 'consts', 'formula'] as const;
export type SelectorTab = (typeof selectorTabs)[number];

const STORAGE_KEY = 'portage:value-selector-tab';

/** The tab that was chosen last (spec STEP-07); Steps if none was, or if it couldn't be stored. */
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
    // Without storage, the selector starts with Steps.
  }
}
