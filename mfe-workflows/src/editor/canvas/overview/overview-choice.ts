const KEY = 'portage:overview';

/** Whether the person wants the overview when it is useful; on by default. */
export function isOverviewWanted(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function keepOverviewWanted(isWanted: boolean): void {
  try {
    if (isWanted) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Storage is full or forbidden: the choice applies until the page closes.
  }
}
