// npm run new-area -- reports --label "Reports": a new area with its workspace, registry line, menu entry, first page and test.
import { ensureInstalled, markInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
const code = await runOnNode24('tools/new-area/main.ts', process.argv.slice(2));
// Only the new workspace changes the lock file, and it is linked, so there is nothing left to install.
if (code === 0) markInstalled();
process.exit(code);
