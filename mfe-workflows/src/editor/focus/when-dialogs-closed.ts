const OPEN = '[role="dialog"][aria-modal], [role="alertdialog"], .react-aria-ModalOverlay, [data-rac] [role="dialog"]';
const MAX_FRAMES = 120;

/** Closed dialogs have also returned the focus by then. */
export function whenDialogsClosed(run: () => void): void {
  let frames = 0;
  let quiet = 0;
  function look(): void {
    frames += 1;
    quiet = document.querySelector(OPEN) ? 0 : quiet + 1;
    // The focus returns one frame after the dialog closes.
    if (quiet > 2 || frames > MAX_FRAMES) run();
    else requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}
