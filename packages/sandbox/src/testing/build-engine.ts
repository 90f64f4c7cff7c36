import { bundleGuestLibrary } from '../../tools/bundle-guest.ts';
import { buildMeteredEngine } from '../../tools/meter.ts';

/** Called by vitest before the tests. */
export async function setup(): Promise<void> {
  buildMeteredEngine();
  await bundleGuestLibrary();
}
