// npm start: installs if needed, builds what changed, runs the local Portage.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
const built = await runOnNode24('tools/build/main.ts');
process.exit(built === 0 ? await runOnNode24('local/src/start/main.ts', [], { stopsInOrder: true }) : built);
