// npm run contract:release: saves the current HTTP contract as the released one, under the next version. See tools/contract/main.ts.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/contract/main.ts', process.argv.slice(2)));
