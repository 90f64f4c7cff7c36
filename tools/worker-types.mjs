// npm run worker-types. See tools/worker-types/main.ts.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/worker-types/main.ts'));
