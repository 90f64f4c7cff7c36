/** Spec EDIT-59: flagged, or with steps hidden from the person. Also forbids moving, copying and deleting. */
export function isReadOnlyFor(editor: { isReadOnlyFlag: boolean; hasHiddenSteps: boolean; isImpersonating: boolean }): boolean {
  return editor.isReadOnlyFlag || (!editor.isImpersonating && editor.hasHiddenSteps);
}
