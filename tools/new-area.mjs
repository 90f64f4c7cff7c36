// npm run new-area -- reports --label "Reports": a new area with its workspace, registry line, menu entry, first page and test.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/new-area/main.ts', process.argv.slice(2)));
