// npm run build: writes dist/ with the metered engine and the library available to scripts.
import { bundleGuestLibrary } from './bundle-guest.ts';
import { buildMeteredEngine } from './meter.ts';

const made = buildMeteredEngine();
await bundleGuestLibrary();
console.log(
  made ? 'Metered QuickJS engine and guest library written.' : 'Guest library written; the metered QuickJS engine is up to date.',
);
