// npm run guide:pictures: takes the screenshots of docs/guide/pictures from its own Portage.
// `npm run guide:pictures -- editor schedule` takes only these two; `-- --url http://localhost:8080` uses a running Portage.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('e2e/src/guide-pictures/main.ts', process.argv.slice(2)));
