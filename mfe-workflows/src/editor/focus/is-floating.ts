const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether an event comes from a layer above the editor, which has its own keys. */
export function isFloating(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FLOATING) !== null;
}
