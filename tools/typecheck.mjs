// npm run typecheck: checks every folder with the options of its tsconfig.json.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/test/main.ts', ['types']));
