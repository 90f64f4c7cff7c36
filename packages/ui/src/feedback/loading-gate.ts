/** Spec CONST-01: shown after 100 ms, then for at least 800 ms. */
const LOADING_DELAY_MS = 100;
export const LOADING_MINIMUM_MS = 800;

export interface LoadingGate {
  set(isLoading: boolean): void;
  /** Call it when the indicator is on the page: a busy browser may draw it late, and its minimum time counts from then. */
  noteShown(): void;
  dispose(): void;
}

/**
 * Keeps loading indicators from flickering: short waits show none, and a shown indicator stays long enough to be seen.
 *
 * @param onChange called with true when the indicator should appear, with false when it should go.
 */
export function createLoadingGate(
  onChange: (isVisible: boolean) => void,
  delayMs = LOADING_DELAY_MS,
  minimumMs = LOADING_MINIMUM_MS,
): LoadingGate {
  let isVisible = false;
  let shownAtMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function change(next: boolean): void {
    timer = undefined;
    isVisible = next;
    if (next) shownAtMs = Date.now();
    onChange(next);
  }

  return {
    set(isLoading) {
      clearTimeout(timer);
      timer = undefined;
      if (isLoading === isVisible) return;
      const waitMs = isLoading ? delayMs : Math.max(0, shownAtMs + minimumMs - Date.now());
      if (waitMs === 0) change(isLoading);
      else timer = setTimeout(change, waitMs, isLoading);
    },
    noteShown() {
      shownAtMs = Date.now();
    },
    dispose() {
      clearTimeout(timer);
    },
  };
}
