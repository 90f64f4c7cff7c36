const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);

/** Writes a key combination for this system: `mod` is Ctrl, or the command key on a Mac. */
export function shortcutText(keys: string): string {
  return isMac() ? keys.replaceAll('mod+', '⌘').replaceAll('shift+', '⇧') : keys.replaceAll('mod+', 'Ctrl+').replaceAll('shift+', 'Shift+');
}

export interface Shortcut {
  keys: string;
  does: string;
  /** Only if the workflow can be changed. */
  isEdit: boolean;
}

/** Every key on the canvas and of the open step and its effect, as the help shows it. */
export const shortcuts: readonly Shortcut[] = [
  { keys: '↓', does: 'The next step; into a branch by its first condition', isEdit: false },
  { keys: '↑', does: 'The step before', isEdit: false },
  { keys: '← →', does: 'Between the conditions of a branch; into a loop and out of it', isEdit: false },
  { keys: 'Home / End', does: 'The first and the last step', isEdit: false },
  { keys: 'Enter', does: 'Open the step', isEdit: false },
  { keys: 'F or mod+F', does: 'Search for a step', isEdit: false },
  { keys: 'C', does: 'Fold or unfold the loop or branch', isEdit: false },
  { keys: 'shift+C', does: 'Fold or unfold all', isEdit: false },
  { keys: 'O', does: 'Show or hide the overview', isEdit: false },
  { keys: '0', does: 'Fit to view', isEdit: false },
  { keys: '+ / −', does: 'Zoom in and out', isEdit: false },
  { keys: 'A or Insert', does: 'Add a step after this one', isEdit: true },
  { keys: 'M', does: 'Move the step or the chosen steps: arrows choose the place, Enter puts it there', isEdit: true },
  { keys: 'Shift+↑ / Shift+↓', does: 'Choose several steps; Escape deselects them', isEdit: true },
  { keys: 'mod+A', does: 'Choose every step', isEdit: true },
  { keys: 'Shift+click, Shift+drag', does: 'Choose steps with the mouse, or all in a box', isEdit: true },
  { keys: 'N', does: 'Add a note to the step, or go to its notes', isEdit: true },
  { keys: 'Delete', does: 'Delete the step, or the chosen steps', isEdit: true },
  { keys: 'D', does: 'Switch the step off or on', isEdit: true },
  { keys: 'P', does: 'Pin the output of the step for tests', isEdit: false },
  { keys: 'mod+C', does: 'Copy', isEdit: true },
  { keys: 'mod+X', does: 'Cut', isEdit: true },
  { keys: 'mod+V', does: 'Paste after this step', isEdit: true },
  { keys: 'mod+D', does: 'Duplicate', isEdit: true },
  { keys: 'mod+Z', does: 'Undo', isEdit: true },
  { keys: 'mod+Y or mod+shift+Z', does: 'Redo', isEdit: true },
  { keys: 'mod+S', does: 'Save', isEdit: true },
  { keys: 'mod+Enter', does: 'Run; in the form of a step: test the step', isEdit: false },
  { keys: 'Alt+↓ / Alt+↑', does: 'With a form open: the next step, and the step before', isEdit: false },
  { keys: 'Shift+F10', does: 'All actions of the step', isEdit: true },
  { keys: '?', does: 'This list', isEdit: false },
];
