/** Spec EDIT-59: flagged, or with steps that are hidden from the person. Forbids to move, copy and delete, too. */
export function isReadOnlyFor(editor: { isReadOnlyFlag: boolean; hasHiddenSteps: boolean; isImpersonating: boolean }): boolean {
  return editor.isReadOnlyFlag || (!editor.isImpersonating && editor.hasHiddenSteps);
}
