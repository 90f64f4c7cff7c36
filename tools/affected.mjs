// npm run affected: which workspaces a change touches, and which of them to deploy and to test.
// `npm run affected -- --since main --json`; without --since, the uncommitted changes.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/affected/main.ts', process.argv.slice(2)));
