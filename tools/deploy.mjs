// npm run deploy | rollback | canary -w <workspace>, npm run deployments: see tools/deploy/main.ts.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/deploy/main.ts', process.argv.slice(2)));
