// npm run affected: which workspaces a change touches, what of them is to be deployed and what is to be tested.
// `npm run affected -- --since main --json`; without --since, what is not committed yet.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/affected/main.ts', process.argv.slice(2)));
