const KEY = 'portage:overview';

/** Whether the person wants the overview when it is useful; they do unless they choose otherwise. */
export function isOverviewWanted(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Keeps the choice on this device. */
export function keepOverviewWanted(isWanted: boolean): void {
  try {
    if (isWanted) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Full or forbidden: the choice holds for this page.
  }
}
