// npm run reconcile: aligns schedules and listeners with the database after a restore. See tools/reconcile/main.ts.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/reconcile/main.ts', process.argv.slice(2)));
