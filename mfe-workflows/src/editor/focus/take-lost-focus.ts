/** Gives the focus to an element while nothing else on the page has it, because what had it is gone. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus({ preventScroll: true });
}
