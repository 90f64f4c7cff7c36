// npm run bench: starts its own Portage and prints one JSON line per figure. `npm run bench -- webhook` runs the
// scenarios whose name contains the word.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
const built = await runOnNode24('tools/build/main.ts');
process.exit(built === 0 ? await runOnNode24('bench/src/main.ts', process.argv.slice(2)) : built);
