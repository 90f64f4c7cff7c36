// npm run figures: recounts files, lines, functions and comments, and writes them to docs/house-figures.md.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/figures/main.ts'));
