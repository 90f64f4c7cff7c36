/** Focuses an element if no element has the focus, because the focused one was removed. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus({ preventScroll: true });
}
