// npm run build: builds what changed; with --first only what others are built and tested from.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/build/main.ts', process.argv.slice(2)));
