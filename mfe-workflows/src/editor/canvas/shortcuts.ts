const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);

/** How a key combination is written here: `mod` is Ctrl, or the command key of a Mac. */
export function shortcutText(keys: string): string {
  return isMac() ? keys.replaceAll('mod+', '⌘').replaceAll('shift+', '⇧') : keys.replaceAll('mod+', 'Ctrl+').replaceAll('shift+', 'Shift+');
}

export interface Shortcut {
  keys: string;
  does: string;
  /** Only where the workflow can be changed. */
  isEdit: boolean;
}

/** Everything the keys do on the canvas, as the help shows it. */
export const shortcuts: readonly Shortcut[] = [
  { keys: '↓', does: 'The next step; into a branch by its first condition', isEdit: false },
  { keys: '↑', does: 'The step before', isEdit: false },
  { keys: '← →', does: 'Between the conditions of a branch; into a loop and out of it', isEdit: false },
  { keys: 'Home / End', does: 'The first and the last step', isEdit: false },
  { keys: 'Enter', does: 'Open the step', isEdit: false },
  { keys: 'F or mod+F', does: 'Search for a step', isEdit: false },
  { keys: '0', does: 'Fit to view', isEdit: false },
  { keys: '+ / −', does: 'Zoom in and out', isEdit: false },
  { keys: 'A or Insert', does: 'Add a step after this one', isEdit: true },
  { keys: 'M', does: 'Move the step: arrows choose the place, Enter puts it there', isEdit: true },
  { keys: 'Delete', does: 'Delete the step', isEdit: true },
  { keys: 'mod+C', does: 'Copy', isEdit: true },
  { keys: 'mod+X', does: 'Cut', isEdit: true },
  { keys: 'mod+V', does: 'Paste after this step', isEdit: true },
  { keys: 'mod+D', does: 'Duplicate', isEdit: true },
  { keys: 'mod+Z', does: 'Undo', isEdit: true },
  { keys: 'mod+Y or mod+shift+Z', does: 'Redo', isEdit: true },
  { keys: 'mod+S', does: 'Save', isEdit: true },
  { keys: 'mod+Enter', does: 'Run', isEdit: false },
  { keys: 'Shift+F10', does: 'Everything that can be done with the step', isEdit: true },
  { keys: '?', does: 'This list', isEdit: false },
];
