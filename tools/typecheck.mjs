// npm run typecheck: every workspace against its own tsconfig.json.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/test/main.ts', ['types']));
