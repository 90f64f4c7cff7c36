const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), .monaco-editor, [role="textbox"]';

/** Whether keys belong to something one writes in. */
export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}
