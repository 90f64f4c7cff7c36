// npm run crash: starts its own Portage, kills it at random and prints what that did to its runs.
// `npm run crash -- --runs 200 --kills 20 --seed 3`; without options the long series.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
const built = await runOnNode24('tools/build/main.ts');
process.exit(built === 0 ? await runOnNode24('e2e/src/crash/main.ts', process.argv.slice(2)) : built);
