/** Gives the focus to an element if no element has it, because the one that had it was removed. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus({ preventScroll: true });
}
