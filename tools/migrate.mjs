// npm run migrate -- --url postgres://…: brings a database up to the newest migration. See tools/migrate/main.ts.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/migrate/main.ts', process.argv.slice(2)));
