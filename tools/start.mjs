// npm start, npm run serve: installs if needed, builds what changed, runs Portage. `npm start -- --timings` prints how long each part took.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

const startedMs = Date.now();
ensureInstalled();
const installedMs = Date.now();
const built = await runOnNode24('tools/build/main.ts');
if (process.argv.includes('--timings')) {
  const parts = { startedMs, packages: installedMs - startedMs, build: Date.now() - installedMs };
  process.env.PORTAGE_START_TIMINGS = JSON.stringify(parts);
}
// It mostly waits, so a small young generation saves memory, too. glibc returns memory that only the start needed
// instead of keeping it: 110 MB less. Other systems ignore the variable.
process.env.MALLOC_TRIM_THRESHOLD_ ??= '131072';
const nodeFlags = ['--max-semi-space-size=2'];
const mode = process.argv.includes('--production') ? ['--production'] : [];
process.exit(built === 0 ? await runOnNode24('local/dist/main.js', mode, { stopsInOrder: true, nodeFlags }) : built);
