// npm run dev -- <area>: the whole product, with that area from its sources and with hot reload.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/dev/main.ts', process.argv.slice(2), { stopsInOrder: true }));
