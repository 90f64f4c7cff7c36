// npm run platform: sets an environment's domain, namespace and database once. See tools/platform/main.ts.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/platform/main.ts', process.argv.slice(2)));
