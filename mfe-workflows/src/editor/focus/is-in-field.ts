const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), .monaco-editor, [role="textbox"]';

export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}
