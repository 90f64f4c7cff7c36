const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), .monaco-editor, [role="textbox"]';

/** Whether keys belong to a field that takes text. */
export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}
