const OPEN = '[role="dialog"][aria-modal], [role="alertdialog"], .react-aria-ModalOverlay, [data-rac] [role="dialog"]';
const MAX_FRAMES = 120;

/** Runs something once every dialog is gone and has given the focus back to where it came from. */
export function whenDialogsClosed(run: () => void): void {
  let frames = 0;
  let quiet = 0;
  function look(): void {
    frames += 1;
    quiet = document.querySelector(OPEN) ? 0 : quiet + 1;
    // The focus comes back a frame after the dialog went.
    if (quiet > 2 || frames > MAX_FRAMES) run();
    else requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}
