/** Focuses an element if nothing has the focus, because the focused element was removed. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus({ preventScroll: true });
}
