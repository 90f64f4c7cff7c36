// npm run platform: says once which domain, namespace and database an environment has. See tools/platform/main.ts.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/platform/main.ts', process.argv.slice(2)));
