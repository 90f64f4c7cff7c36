// npm run figures: counts files, lines, functions and comments again and writes them into docs/house-figures.md.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/figures/main.ts'));
