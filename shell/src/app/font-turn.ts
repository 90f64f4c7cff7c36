import { inTime } from '@portage/primitives/in-time';
import { createStore } from '@portage/primitives/store';

/** Text in another font for longer than this is worse than an area that comes a moment later. */
const LATEST_MS = 3_000;

/** Whether it is the fonts' turn. */
export const fontTurn = createStore(false);

/** On a slow line, a signed-in person waits for scripts, not for fonts, which are as large as an area's first files. */
export async function giveFontTurnAfter(files: Promise<unknown>): Promise<void> {
  await inTime(files, LATEST_MS, () => new Error('late')).catch(() => undefined);
  fontTurn.set(true);
}
