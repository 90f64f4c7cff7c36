const KEY = 'portage:step-data-open';

/** Whether the person keeps the data of steps in sight. */
export function foldOpen(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

export function keepFoldOpen(isOpen: boolean): void {
  try {
    localStorage.setItem(KEY, isOpen ? 'yes' : 'no');
  } catch {
    // Full or forbidden.
  }
}
