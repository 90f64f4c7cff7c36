const KEY = 'portage:step-data-open';

/** Whether the person has left the step data open. */
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
    // Storage is full or forbidden.
  }
}
