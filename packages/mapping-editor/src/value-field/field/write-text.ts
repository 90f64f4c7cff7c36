import type { TextInsertion } from '@portage/workflow';

/** Changes a text field like typing: undo reverts it, and the field's listeners are notified. The field gets the focus. */
export function writeText(field: HTMLTextAreaElement, { start, end, text, selectionStart, selectionEnd }: TextInsertion): void {
  field.focus();
  field.setSelectionRange(start, end);
  // Deprecated, but browsers have no other way into a text field's undo history.
  const isWritten = document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  if (!isWritten) {
    field.setRangeText(text, start, end, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  }
  field.setSelectionRange(selectionStart, selectionEnd);
}
