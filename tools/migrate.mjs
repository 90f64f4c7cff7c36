// npm run migrate -- --url postgres://…: applies all pending migrations to a database. See tools/migrate/main.ts.
import { ensureInstalled, runOnNode24 } from './bootstrap.mjs';

ensureInstalled();
process.exit(await runOnNode24('tools/migrate/main.ts', process.argv.slice(2)));
