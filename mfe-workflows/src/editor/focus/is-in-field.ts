const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), .monaco-editor, [role="textbox"]';

/** Whether a text field handles the keys. */
export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}
